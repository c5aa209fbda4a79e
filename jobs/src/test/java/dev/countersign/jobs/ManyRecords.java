package dev.countersign.jobs;

import dev.countersign.reconcile.domain.id.CardId;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Many authorizations and a clearing record of each, within one day: rows that are copied from
 * those which the stream wrote of one card and one purchase.
 */
final class ManyRecords {

    private ManyRecords() {}

    /** Writes them to an empty book. */
    static void write(NightRun night, String date, int records, int cards) {
        CardId card = night.book.card(null, null, null);
        night.request(card, "0", 5_000, date + "T00:00:00Z");
        night.clearing(card, "0", "A0", 5_000, date + "T00:00:01Z").decide();
        night.jdbi.useTransaction(
                handle -> {
                    Map<String, String> ofCard =
                            Map.of("id", cardId("n"), "lineage_id", cardId("n"));
                    copy(handle, "card", cards, ofCard);
                    copy(handle, "card_rules", cards, Map.of("card_id", cardId("n")));
                    copy(handle, "card_security", cards, Map.of("card_id", cardId("n")));
                    copy(handle, "transaction", records, purchase('a', date, 0, cards));
                    copy(handle, "clearing", records, purchase('c', date, 1, cards));
                    handle.execute("delete from clearing where network_txn_id = '0'");
                    handle.execute("delete from transaction where network_txn_id = '0'");
                    handle.execute("update feed_position set next_offset = ?", records + 10L);
                });
        night.jdbi.useHandle(handle -> handle.execute("vacuum analyze"));
    }

    private static String cardId(String number) {
        return "('019d0000-0000-7000-8000-' || lpad(to_hex(%s), 12, '0'))::uuid".formatted(number);
    }

    /** Seventy milliseconds from one to the next: a million of them in most of a day. */
    private static Map<String, String> purchase(char kind, String date, int hour, int cards) {
        String at =
                "'%sT0%d:00:00Z'::timestamptz + n * interval '70 milliseconds'"
                        .formatted(date, hour);
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

    private static void copy(Handle handle, String table, int times, Map<String, String> changed) {
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
                "insert into %1$s (%2$s) select %3$s from (select * from %1$s limit 1) template, generate_series(1, %4$d) n"
                        .formatted(table, String.join(", ", columns), values, times));
    }
}
