package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A night of one million authorizations and their clearing records, in a process that may use 512
 * MB of heap. It takes minutes, so it only runs when it is asked for:
 *
 * <pre>mvn -pl jobs -am verify -Dtest.excluded=none -Dit.test=MillionRecordsIT ...</pre>
 */
@Tag("large")
class MillionRecordsIT {

    private static final Logger log = LoggerFactory.getLogger(MillionRecordsIT.class);
    private static final String DATE = "2026-11-21";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private final int records = Integer.getInteger("test.records", 1_000_000);
    private final int cards = Math.max(1, records / 50);

    @Test
    void settlesAMillionRecordsWithinAHeapOfHalfAGigabyte() throws Exception {
        NightRun night = new NightRun(POSTGRES, reports);
        load(night);

        String said;
        int exit;
        try (ChildJvm process =
                ChildJvm.run(
                        Map.of("JAVA_TOOL_OPTIONS", "-Xmx512m"),
                        NightProcess.class,
                        POSTGRES.url(),
                        "2026-11-22T02:00:00Z",
                        reports.toString(),
                        DATE)) {
            said = process.output();
            exit = process.exitCode();
        }
        said.lines().filter(line -> line.startsWith("STEP ")).forEach(MillionRecordsIT::tell);

        assertThat(said).contains("ENDED COMPLETED");
        assertThat(exit).isZero();
        assertThat(night.rows("select status || ' ' || count(*) from transaction group by status"))
                .containsExactly("settled " + records);
        assertThat(night.rows("select count(*)::text from settlement_line"))
                .containsExactly(String.valueOf(records));
        assertThat(night.rows("select count(*)::text from open_hold")).containsExactly("0");
        assertThat(night.rows("select count(*)::text from break")).containsExactly("0");
        assertThat(
                        night.rows(
                                """
                                select debit_minor::text
                                  from ledger_day
                                 where account = '2100'
                                """))
                .containsExactly(String.valueOf(5_000L * records));
    }

    private static void tell(String line) {
        String[] words = line.split(" ", -1);
        Duration took =
                Duration.between(LocalDateTime.parse(words[2]), LocalDateTime.parse(words[3]));
        log.info("step={} seconds={}", words[1], "%.1f".formatted(took.toMillis() / 1_000.0));
    }

    // ---- the rows, copied from those that the stream wrote of one card and one purchase

    private void load(NightRun night) {
        CardId card = night.book.card(null, null, null);
        night.request(card, "0", 5_000, DATE + "T00:00:00Z");
        night.clearing(card, "0", "A0", 5_000, DATE + "T00:00:01Z").decide();
        night.jdbi.useTransaction(
                handle -> {
                    Map<String, String> ofCard =
                            Map.of("id", cardId("n"), "lineage_id", cardId("n"));
                    copy(handle, "card", cards, ofCard);
                    copy(handle, "card_rules", cards, Map.of("card_id", cardId("n")));
                    copy(handle, "card_security", cards, Map.of("card_id", cardId("n")));
                    copy(handle, "transaction", records, purchase('a', "'" + DATE + "T00:00:00Z'"));
                    copy(handle, "clearing", records, purchase('c', "'" + DATE + "T01:00:00Z'"));
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
    private Map<String, String> purchase(char kind, String from) {
        String at = from + "::timestamptz + n * interval '70 milliseconds'";
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
