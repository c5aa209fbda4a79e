package dev.countersign.reconcile.testkit;

import java.io.BufferedReader;
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
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1"); // it lives for seconds
        command.add("-XX:+UseSerialGC");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
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
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    /** Stops it where it is, as a debugger or a full machine does; it keeps all that it holds. */
    public void suspend() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor();
    }

    /** Lets it go on. */
    public void resume() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-CONT", Long.toString(process.pid())).start().waitFor();
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
