package dev.countersign.jobs;

import dev.countersign.jobs.night.StepCounts;
import dev.countersign.jobs.report.store.ReportFolder;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.testkit.KeptSessions;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A night in a process of its own, that may die at one of its moments as if it were killed. */
final class NightProcess {

    private NightProcess() {}

    /** Many ranges of a few records, so that there is much to be killed between. */
    static NightSettings small(Path reports) {
        return new NightSettings(2, 12, 4, reports);
    }

    /**
     * Runs a night and says how it ended, if it gets there.
     *
     * @param arguments JDBC address, the time now, where reports go, the business date; to be
     *     killed, also the step to die in, and how many of its moments are survived
     */
    public static void main(String[] arguments) {
        PGSimpleDataSource real = new PGSimpleDataSource();
        real.setUrl(arguments[0]);
        InstantSource clock = InstantSource.fixed(Instant.parse(arguments[1]));
        Path reports = Path.of(arguments[2]);
        Nights nights =
                arguments.length == 4
                        ? Nights.open(real, clock, NightSettings.with(new ReportFolder(reports)))
                        : Nights.open(
                                dying(new KeptSessions(real).dataSource(), arguments),
                                clock,
                                small(reports));
        NightReport report = nights.run(Mode.SANDBOX, LocalDate.parse(arguments[3]));
        for (StepCounts step : report.steps()) {
            System.out.println(
                    "STEP " + step.name() + " " + step.startedAt() + " " + step.endedAt());
        }
        System.out.println("ENDED " + report.night().state() + " " + report.night().failure());
    }

    /** The sessions end with the process. */
    private static DataSource dying(DataSource real, String[] arguments) {
        String step = arguments[4];
        AtomicLong left = new AtomicLong(Long.parseLong(arguments[5]));
        return KillPoints.told(
                real,
                now -> {
                    if (now.equals(step) && left.getAndDecrement() <= 0) {
                        Runtime.getRuntime().halt(137);
                    }
                });
    }
}
