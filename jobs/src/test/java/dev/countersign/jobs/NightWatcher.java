package dev.countersign.jobs;

import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.testkit.KeptSessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process that looks for a night that nobody runs, as each with the role {@code jobs} does, and
 * goes on with it. It dies in the first step in which none has died yet.
 */
final class NightWatcher {

    static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LOOKS = LEASE.dividedBy(6);

    private NightWatcher() {}

    /**
     * Looks until the night is complete.
     *
     * @param arguments JDBC address, the time now, where reports go, the business date, the folder
     *     with a file for each step in which a process has died
     */
    public static void main(String[] arguments) throws InterruptedException {
        PGSimpleDataSource real = new PGSimpleDataSource();
        real.setUrl(arguments[0]);
        Nights nights =
                Nights.open(
                        dying(new KeptSessions(real).dataSource(), Path.of(arguments[4])),
                        InstantSource.fixed(Instant.parse(arguments[1])),
                        NightProcess.small(Path.of(arguments[2])).with(LEASE));
        LocalDate date = LocalDate.parse(arguments[3]);
        while (!isComplete(nights)) {
            boolean first = !nights.queries().hasRun(Mode.SANDBOX);
            if (first || nights.queries().orphaned(Mode.SANDBOX).isPresent()) {
                run(nights, date);
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
    }

    private static void run(Nights nights, LocalDate date) {
        try {
            var unused = nights.run(Mode.SANDBOX, date);
        } catch (RuntimeException e) {
            System.out.println("LEFT to another: " + e.getMessage());
        }
    }

    private static boolean isComplete(Nights nights) {
        Optional<NightState> state =
                nights.queries().list(Mode.SANDBOX, 1).stream()
                        .map(night -> night.state())
                        .findFirst();
        return state.isPresent() && state.get() == NightState.COMPLETED;
    }

    private static DataSource dying(DataSource real, Path died) {
        return KillPoints.told(
                real,
                step -> {
                    try {
                        Files.createFile(died.resolve(step));
                        Runtime.getRuntime().halt(137);
                    } catch (FileAlreadyExistsException e) {
                        // another died in this one
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }
}
