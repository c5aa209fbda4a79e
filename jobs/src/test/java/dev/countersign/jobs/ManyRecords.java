package dev.countersign.jobs;

import dev.countersign.reconcile.domain.id.CardId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Many authorizations and a clearing record of each, within one day, and what was settled long
 * before: rows that are copied from those which the stream and a night wrote of one card and one
 * purchase.
 */
final class ManyRecords {

    private ManyRecords() {}

    /** Writes the cards, their authorizations and the records. */
    static void write(NightRun night, String date, int records, int cards) {
        CardId card = night.book.card(null, null, null);
        night.request(card, "0", 5_000, date + "T00:00:00Z");
        night.clearing(card, "0", "A0", 5_000, date + "T00:00:01Z").decide();
        String purchase = "network_txn_id = '0'";
        night.jdbi.useTransaction(
                handle -> {
                    copy(
                            handle,
                            "card",
                            "id = '%s'".formatted(card.value()),
                            cards,
                            Map.of("id", cardId("n"), "lineage_id", cardId("n")));
                    for (String table : List.of("card_rules", "card_security")) {
                        copy(
                                handle,
                                table,
                                "card_id = '%s'".formatted(card.value()),
                                cards,
                                Map.of("card_id", cardId("n")));
                    }
                    copy(handle, "transaction", purchase, records, row('a', date, 0, cards));
                    copy(handle, "clearing", purchase, records, row('c', date, 1, cards));
                    handle.execute("delete from clearing where " + purchase);
                    handle.execute("delete from transaction where " + purchase);
                    handle.execute("update feed_position set next_offset = ?", records + 10L);
                });
        night.owner.useHandle(handle -> handle.execute("vacuum analyze"));
    }

    /**
     * Writes to an empty book what was settled of the cards that {@link #write} makes afterwards:
     * purchases, each with its line.
     *
     * @param date of a night that settles one of them
     * @param earlier the date on which the others were made and settled
     */
    static void writeSettled(
            NightRun night, String date, String earlier, int purchases, int cards) {
        CardId card = night.book.card(null, null, null);
        night.request(card, "S", 5_000, date + "T00:00:00Z");
        night.clearing(card, "S", "AS", 5_000, date + "T00:00:01Z").decide();
        night.run(date);
        Map<String, String> settled = new HashMap<>(row('b', earlier, 0, cards));
        settled.put("network_txn_id", "'S' || n");
        // A place that the night of that date has passed.
        settled.put("feed_offset", "template.feed_offset");
        Map<String, String> lines = new HashMap<>(row('d', earlier, 1, cards));
        lines.put("transaction_id", settled.get("id"));
        lines.put("lineage_id", lines.get("card_id"));
        lines.put("arn", "'OLD' || n");
        lines.put("business_date", "date '%s'".formatted(earlier));
        night.jdbi.useTransaction(
                handle -> {
                    copy(handle, "transaction", "network_txn_id = 'S'", purchases, settled);
                    copy(handle, "settlement_line", "arn = 'AS'", purchases, lines);
                });
    }

    private static String cardId(String number) {
        return "('019d0000-0000-7000-8000-' || lpad(to_hex(%s), 12, '0'))::uuid".formatted(number);
    }

    /** Seventy milliseconds from one to the next: a million of them in most of a day. */
    private static Map<String, String> row(char kind, String date, int hour, int cards) {
        String at =
                String.format(
                        Locale.ROOT,
                        "'%sT0%d:00:00Z'::timestamptz + n * interval '70 milliseconds'",
                        date,
                        hour);
        String id =
                "(substr(id_floor(%s)::text, 1, 14) || '7000-8' || '%c' || lpad(to_hex(n / 65536), 2, '0') || '-' || lpad(to_hex(n), 12, '0'))::uuid"
                        .formatted(at, kind);
        return Map.ofEntries(
                Map.entry("id", id),
                Map.entry("identity", id),
                Map.entry("message_id", id),
                Map.entry("card_id", cardId("1 + n % " + cards)),
                Map.entry("network_txn_id", "'T' || n"),
                Map.entry("arn", "'ARN' || n"),
                Map.entry("feed_offset", "n::bigint"),
                Map.entry("created_at", at));
    }

    private static void copy(
            Handle handle, String table, String template, int times, Map<String, String> changed) {
        List<String> columns =
                handle.createQuery(
                                """
                                select column_name::text
                                  from information_schema.columns
                                 where table_schema = 'public'
                                   and table_name = :table
                                   and is_generated = 'NEVER'
                                 order by ordinal_position
                                """)
                        .bind("table", table)
                        .mapTo(String.class)
                        .list();
        String values =
                columns.stream()
                        .map(column -> changed.getOrDefault(column, "template." + column))
                        .collect(Collectors.joining(", "));
        handle.execute(
                String.format(
                        Locale.ROOT,
                        "insert into %1$s (%2$s) select %3$s from (select * from %1$s where %4$s) template, generate_series(1, %5$d) n",
                        table,
                        String.join(", ", columns),
                        values,
                        template,
                        times));
    }
}
