package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Locale;
import java.util.Map;
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

    @Test
    void settlesAMillionRecordsWithinAHeapOfHalfAGigabyte() throws Exception {
        NightRun night = new NightRun(POSTGRES, reports);
        ManyRecords.write(night, DATE, records, Math.max(1, records / 50));

        String output;
        int exit;
        try (ChildJvm process =
                ChildJvm.run(
                        Map.of("JAVA_TOOL_OPTIONS", "-Xmx512m"),
                        NightProcess.class,
                        POSTGRES.url(),
                        "2026-11-22T02:00:00Z",
                        reports.toString(),
                        DATE)) {
            output = process.output();
            exit = process.exitCode();
        }
        output.lines().filter(line -> line.startsWith("STEP ")).forEach(MillionRecordsIT::tell);

        assertThat(output).contains("ENDED COMPLETED");
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
        log.info(
                "step={} seconds={}",
                words[1],
                String.format(Locale.ROOT, "%.1f", took.toMillis() / 1_000.0));
    }
}
