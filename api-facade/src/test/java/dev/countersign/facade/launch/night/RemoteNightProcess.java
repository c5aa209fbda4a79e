package dev.countersign.facade.launch.night;

import dev.countersign.facade.launch.night.remote.PartitionListener;
import dev.countersign.facade.launch.night.remote.PartitionTopic;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.jobs.NightSettings;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.remote.PartitionSender;
import dev.countersign.jobs.remote.PartitionWorker;
import dev.countersign.jobs.remote.RemoteWorkers;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.testkit.KeptSessions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process that works on what is handed out, and runs the night of a date where nobody does, as
 * each with the role {@code jobs}.
 */
final class RemoteNightProcess {

    static final int PROCESSES = 2;
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration BETWEEN_LOOKS = LEASE.dividedBy(12);

    /** The least that the broker allows. */
    private static final Duration SESSION = Duration.ofSeconds(6);

    private RemoteNightProcess() {}

    /**
     * Says its number, and then looks until the night is complete.
     *
     * @param arguments JDBC address, the date, where reports go, the file of the broker's clients
     */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("PROCESS " + ProcessHandle.current().pid());
        PGSimpleDataSource real = new PGSimpleDataSource();
        real.setUrl(arguments[0]);
        LocalDate date = LocalDate.parse(arguments[1]);
        Map<String, Object> client = ClientFile.read(Path.of(arguments[3]));
        PartitionTopic topic = topic(client);
        Nights nights =
                nights(
                        new KeptSessions(real).dataSource(),
                        date,
                        SettledFeed.small(Path.of(arguments[2])).with(LEASE),
                        topic);
        PartitionListener listener = listener(topic, nights::worker, client);
        listener.start();
        while (!isComplete(nights)) {
            boolean first = !nights.queries().hasRun(Mode.SANDBOX);
            if (first || nights.queries().orphaned(Mode.SANDBOX).isPresent()) {
                run(nights, date);
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        System.exit(0);
    }

    private static void run(Nights nights, LocalDate date) {
        try {
            var unused = nights.runSandbox(date);
        } catch (RuntimeException e) {
            System.out.println("LEFT to another: " + e.getMessage());
        }
    }

    private static boolean isComplete(Nights nights) {
        return nights.queries().list(Mode.SANDBOX, 1).stream()
                .anyMatch(night -> night.state() == NightState.COMPLETED);
    }

    /** The topic as it is for two processes. */
    static PartitionTopic topic(Map<String, Object> client) {
        return new PartitionTopic(
                Topics.UNPREFIXED.nightPartitions(), PROCESSES * 2, (short) 1, client, client);
    }

    /** The nights of a process, which hands their ranges out. */
    static Nights nights(
            DataSource book, LocalDate date, NightSettings settings, PartitionSender sender) {
        return Nights.open(
                book,
                () -> SettledFeed.after(date),
                settings.with(new RemoteWorkers(PROCESSES, sender)));
    }

    /** Listens with two threads. */
    static PartitionListener listener(
            PartitionTopic topic, Supplier<PartitionWorker> worker, Map<String, Object> client) {
        return new PartitionListener(
                topic,
                Topics.UNPREFIXED.nightGroup(),
                worker,
                2,
                SESSION,
                client,
                Outages.UNREPORTED);
    }
}
