package dev.countersign.bench.stage;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Java process of the run. What it says is kept, to be told where it fails. */
public final class Child implements AutoCloseable {

    private static final int LINES_KEPT = 30;
    private static final int LOOK_EVERY_MS = 50;
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
    private static final Duration LAST_WORDS_MAX = Duration.ofSeconds(1);

    /**
     * Starts what follows in a session of its own, where the system has a command for it: as a
     * service runs. Linux gives each session the same share of the processors, and PostgreSQL one
     * to each connection; all others of a run would have to do with one together.
     */
    private static final List<String> IN_ITS_SESSION = command("setsid");

    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        // An interrupt of the terminal does not reach other sessions.
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> RUNNING.forEach(Process::destroyForcibly), "children-end"));
    }

    private final String name;
    private final Process process;
    private final Deque<String> lines = new ArrayDeque<>();
    private boolean silent;
    private volatile double cpuNanos;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Starts a jar with the JDK that runs this process.
     *
     * @param name how it is called where something fails
     * @param jvm options of the JVM
     */
    public static Child run(
            String name,
            Map<String, String> environment,
            List<String> jvm,
            Path jar,
            List<String> arguments) {
        List<String> command = new ArrayList<>(IN_ITS_SESSION);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dsun.misc.unsafe.memory.access=allow");
        command.addAll(jvm);
        command.add("-jar");
        command.add(jar.toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Child child = new Child(name, builder.start());
            RUNNING.add(child.process);
            var unused = child.process.onExit().thenAccept(RUNNING::remove);
            Thread.ofPlatform().daemon().name(name + "-output").start(child::listen);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be started", e);
        }
    }

    private static List<String> command(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .limit(1)
                .map(Path::toString)
                .toList();
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            hear("its output ended: " + e.getMessage());
        }
        synchronized (this) {
            silent = true;
            notifyAll();
        }
    }

    private synchronized void hear(String line) {
        lines.addLast(line);
        if (lines.size() > LINES_KEPT) {
            lines.removeFirst();
        }
        notifyAll();
    }

    /**
     * Waits for a line that begins so, and gives the rest of it.
     *
     * @throws StageFailure when the process ends before, or takes too long
     */
    public synchronized String await(String beginning, Duration longest)
            throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (true) {
            for (String line : lines) {
                if (line.startsWith(beginning)) {
                    return line.substring(beginning.length()).strip();
                }
            }
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw failed("did not say '" + beginning + "' in time");
            }
            requireAlive();
            wait(Math.max(1, Math.min(200, TimeUnit.NANOSECONDS.toMillis(left))));
        }
    }

    /** Throws what it said last if it has ended. */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw failed("ended with exit code " + process.exitValue());
        }
    }

    /** Waits until it has ended well. */
    public void awaitEnd(Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (!process.waitFor(LOOK_EVERY_MS, TimeUnit.MILLISECONDS)) {
            cpuNanos = Math.max(cpuNanos, CpuTime.ofProcess(pid()));
            if (System.nanoTime() > deadline) {
                throw failed("did not end in time");
            }
        }
        if (process.exitValue() != 0) {
            throw failed("ended with exit code " + process.exitValue());
        }
    }

    /**
     * Builds the failure of the process, with what it said last. Where it has ended, that output,
     * such as why it ends, may come a moment after its end.
     */
    public synchronized StageFailure failed(String how) {
        try {
            long deadline = System.nanoTime() + LAST_WORDS_MAX.toNanos();
            while (!process.isAlive() && !silent && System.nanoTime() < deadline) {
                wait(LOOK_EVERY_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new StageFailure(name + " " + how + ":\n  " + String.join("\n  ", lines));
    }

    /**
     * Returns the processor time that the process had taken when it was last checked before its
     * end.
     */
    public double cpuNanosAtEnd() {
        return cpuNanos;
    }

    /** Returns the name of the process in error messages. */
    public String name() {
        return name;
    }

    /** Of the operating system. */
    public long pid() {
        return process.pid();
    }

    /** Ends it as a crash would. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it in order; by force when it takes too long. */
    @Override
    public void close() {
        closeWithin(STOP_PATIENCE);
    }

    /** The same for one that has much to do before it ends. */
    public void closeWithin(Duration patience) {
        // Its output is heard to the end: a JVM that writes its cache fails where nobody listens.
        var unused = process.toHandle().destroy();
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
