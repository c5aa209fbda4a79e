package dev.countersign.facade.launch.chaos;

import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.SilentProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of a product, with a way of its own to the database. It is started again whenever it
 * ends, each time with another clock and, where there is another release, as either of the two.
 */
final class SupervisedProcess implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SupervisedProcess.class);
    private static final long BETWEEN_STARTS_NANOS = 500_000_000;

    private final String name;
    private final Path directory;
    private final SilentProxy way;
    private final int clocksOff;
    private final @Nullable Path release;
    private final SplittableRandom random;
    private final Thread supervisor = new Thread(this::supervise, "supervisor");
    private volatile ChildJvm process;
    private volatile int port;
    private volatile boolean closed;

    private SupervisedProcess(
            String name,
            Path directory,
            SilentProxy way,
            int clocksOff,
            @Nullable Path release,
            SplittableRandom random)
            throws IOException {
        this.name = name;
        this.directory = directory;
        this.way = way;
        this.clocksOff = clocksOff;
        this.release = release;
        this.random = random;
        this.process = run(0);
    }

    /**
     * Starts one.
     *
     * @param name of the instance
     * @param directory its data directory, which others may share
     * @param databasePort port of the database, which the settings name as {@code DATABASE_PORT}
     * @param clocksOff seconds that its clock may be wrong
     * @param release the tree of another release, which it may be of
     */
    static SupervisedProcess start(
            String name,
            Path directory,
            int databasePort,
            List<String> settings,
            int clocksOff,
            @Nullable Path release,
            SplittableRandom random)
            throws IOException {
        SilentProxy way = SilentProxy.to(databasePort);
        Files.writeString(
                directory.resolve(name + ".settings"),
                String.join("\n", settings)
                        .replace("DATABASE_PORT", Integer.toString(way.port()))
                        .concat("\n--countersign.ingest.instance-id=" + name));
        var started = new SupervisedProcess(name, directory, way, clocksOff, release, random);
        started.supervisor.start();
        return started;
    }

    private ChildJvm run(int number) throws IOException {
        Map<String, String> environment = Map.of("COUNTERSIGN_HOME", directory.toString());
        String[] arguments = {
            directory.resolve(name + ".settings").toString(),
            directory.resolve(name + "-" + number + ".log").toString(),
            Integer.toString(random.nextInt(-clocksOff, clocksOff + 1))
        };
        if (release == null || random.nextBoolean()) {
            return ChildJvm.run(environment, ChaosProcess.class, arguments);
        }
        log.info("{} is of {}", name, release);
        return ChildJvm.runOf(release, environment, ChaosProcess.class, arguments);
    }

    private void supervise() {
        int number = 0;
        while (!closed) {
            try (ChildJvm running = process) {
                port = Integer.parseInt(running.await("READY"));
                var unused = running.output(); // until its end
            } catch (IOException e) {
                log.info("{} ended while it started", name);
            }
            port = 0;
            LockSupport.parkNanos(BETWEEN_STARTS_NANOS);
            if (!closed) {
                number++;
                try {
                    process = run(number);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** The port of its interface; empty while it is away. */
    OptionalInt port() {
        int now = port;
        return now == 0 ? OptionalInt.empty() : OptionalInt.of(now);
    }

    /** Its process, to do something to it. */
    ChildJvm process() {
        return process;
    }

    /** Its way to the database. */
    SilentProxy way() {
        return way;
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        process.close();
        try {
            supervisor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.close(); // one that was just being started
        way.close();
    }
}
