package dev.countersign.reconcile.testkit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A Java process of its own, for tests of what {@code kill -9} leaves behind. */
public final class ChildJvm implements AutoCloseable {

    /**
     * Options of a process that ends before code that is compiled for good pays, with memory in
     * large pages where the system has them.
     */
    public static final List<String> BRIEF =
            List.of(
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-XX:+IgnoreUnrecognizedVMOptions",
                    "-XX:+UseTransparentHugePages");

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final String name;
    private final Process process;
    private final BufferedReader output;

    private ChildJvm(String name, Process process) {
        this.name = name;
        this.process = process;
        this.output = process.inputReader();
    }

    /** Runs a main class with the class path of the test. */
    public static ChildJvm run(Class<?> main, String... arguments) throws IOException {
        return run(Map.of(), main, arguments);
    }

    /** Runs a main class with more in its environment than the test has. */
    public static ChildJvm run(Map<String, String> environment, Class<?> main, String... arguments)
            throws IOException {
        return run(environment, System.getProperty("java.class.path"), main, arguments);
    }

    /**
     * The same with the classes of another tree of the product, which was packaged with its tests.
     *
     * @param tree has the modules of the one that the test is of
     */
    public static ChildJvm runOf(
            Path tree, Map<String, String> environment, Class<?> main, String... arguments)
            throws IOException {
        String here = Path.of("").toAbsolutePath().getParent() + File.separator;
        String classPath =
                System.getProperty("java.class.path")
                        .replace(here, tree.toRealPath() + File.separator);
        return run(environment, classPath, main, arguments);
    }

    private static ChildJvm run(
            Map<String, String> environment, String classPath, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(BRIEF);
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        String name = main.getSimpleName() + " " + String.join(" ", arguments);
        return new ChildJvm(name, builder.start());
    }

    /** Waits for the line that begins with a word, and answers the rest of it. */
    public String await(String word) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(word + " ")) {
                return line.substring(word.length() + 1);
            }
        }
        throw new IOException("the process ended without saying " + word);
    }

    /** Waits for the end, and answers all that was not yet read. */
    public String output() {
        return output.lines().collect(Collectors.joining("\n"));
    }

    /** True until it has ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end, not for ever, and answers how it came. */
    public int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError(name + " did not end in " + PATIENCE);
        }
        return process.exitValue();
    }

    /** Asks it to end, as Ctrl-C does. */
    public void interrupt() throws IOException, InterruptedException {
        signal("-INT");
    }

    /** Asks it to end, as a supervisor does. */
    public void terminate() throws IOException, InterruptedException {
        signal("-TERM");
    }

    /** Stops it where it is, as a debugger or a full machine does; it keeps all that it holds. */
    public void suspend() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** Lets it go on. */
    public void resume() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
    }

    /**
     * Lets none of its files grow beyond a size, as a full disk does: each write fails that would.
     *
     * @param bytes {@code "0"} for no write at all, {@code "unlimited"} for the disk's own limit
     */
    public void limitFiles(String bytes) throws IOException, InterruptedException {
        String pid = Long.toString(process.pid());
        new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + bytes + ":unlimited")
                .start()
                .waitFor();
    }

    /** Ends it as a crash would: no hook runs, nothing is flushed. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
