package dev.countersign.facade.launch.night;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.Main;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** With which date books begin, as whoever runs their first night is told. */
class JobRunIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path home;

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @BeforeEach
    void begin() {
        POSTGRES.recreate();
    }

    @Test
    void tellsThatTheOtherBooksMayHaveBeenMeant() throws Exception {
        runs("live", today.minusYears(10), 3, "these books cannot begin before");
        runs("live", today.minusDays(2), 0, "Nothing was ever recorded in mode live");
    }

    @Test
    void tellsWhatHasToBeRunWhereBooksBeginBeforeTheirFirstMessage() throws Exception {
        LocalDate first = today.minusDays(3);
        TrafficSimulator traffic =
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 2),
                        Traffic.overDays(1, first, 1, 20, 0));
        List<SimulatedMessage> messages = Stream.generate(traffic::next).limit(20).toList();
        try (SettledFeed feed = new SettledFeed(POSTGRES, home)) {
            feed.read(messages);
        }

        runs("sandbox", today.minusDays(1), 3, "cannot be run before " + first + " is complete");
        runs("sandbox", first.minusDays(1), 0, "before " + first + ", when the first message was");
        runs("sandbox", today.minusDays(1), 3, "cannot be run before " + first + " is complete");
    }

    private void runs(String mode, LocalDate date, int exitCode, String said) throws Exception {
        try (ChildJvm command =
                ChildJvm.run(
                        Map.of(
                                "COUNTERSIGN_HOME", home.toString(),
                                "PGUSER", TestPostgres.server().application().user(),
                                "PGPASSWORD", TestPostgres.server().application().password()),
                        Main.class,
                        "job",
                        "run",
                        "nightly",
                        "--business-date=" + date,
                        "--mode=" + mode,
                        "--database-url=" + POSTGRES.address())) {
            String output = command.output();
            assertThat(command.exitCode()).as(output).isEqualTo(exitCode);
            assertThat(output).contains(said);
        }
    }
}
