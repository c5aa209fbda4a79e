package dev.countersign.facade.testkit;

import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The product as it is packaged, in a process of its own, with servers on any free port. */
public final class PackagedProduct implements AutoCloseable {

    private static final String HEALTH = "  Health ";

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private PackagedProduct(Process process) {
        this.process = process;
        Thread.ofPlatform().daemon().name("product-output").start(this::listen);
    }

    /** Starts it, and returns when it is ready. */
    public static PackagedProduct start(Path home, String... arguments)
            throws IOException, InterruptedException {
        return start(home, Map.of(), arguments);
    }

    /** Starts it with more in its environment than the test has. */
    public static PackagedProduct start(
            Path home, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "bin/countersign",
                                "serve",
                                "--server.port=0",
                                "--management.server.port=0",
                                "--countersign.embedded.postgres-port=0",
                                "--countersign.embedded.kafka-port=0"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_TOOL_OPTIONS", String.join(" ", ChildJvm.BRIEF));
        builder.environment().putAll(environment);
        builder.environment().put("COUNTERSIGN_HOME", home.toString());
        PackagedProduct product = new PackagedProduct(builder.start());
        Patience.until(() -> product.health() != null || !product.process.isAlive());
        if (product.health() == null) {
            product.close();
            throw new AssertionError(String.join("\n", product.lines));
        }
        return product;
    }

    private void listen() {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(this::hear);
        } catch (IOException | UncheckedIOException e) {
            hear("its output ended: " + e.getMessage());
        }
    }

    private synchronized void hear(String line) {
        lines.add(line);
        notifyAll();
    }

    /** Returns when it has said these words. */
    public synchronized void awaitWords(String words, Duration patience)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (lines.stream().noneMatch(line -> line.contains(words))) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError(
                        "it never said " + words + ":\n" + String.join("\n", lines));
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private @Nullable URI health() {
        return lines.stream()
                .filter(line -> line.startsWith(HEALTH))
                .map(line -> URI.create(line.substring(HEALTH.length()).strip()))
                .findFirst()
                .orElse(null);
    }

    /** Its output so far. */
    public List<String> lines() {
        return lines;
    }

    /** Calls the sandbox of its interface. */
    public ApiCaller sandbox(String key) {
        return new ApiCaller(address() + "/sandbox/v1", key);
    }

    /** Such as {@code http://127.0.0.1:8080}. */
    public String address() {
        URI health = health();
        if (health == null) {
            throw new IllegalStateException("the product is not ready");
        }
        return "http://" + health.getAuthority();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
