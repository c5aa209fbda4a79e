package dev.countersign.bench.load;

import dev.countersign.bench.stage.StageFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Clients of an interface. */
public final class RestClients {

    /** The service cannot answer now. */
    private static final int TRY_AGAIN = 503;

    private static final Duration AGAIN_AFTER = Duration.ofMillis(500);
    private static final int TRIES = 20;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;
    private final String key;

    /**
     * Describes where they ask.
     *
     * @param key with which they do
     */
    public RestClients(String base, String key) {
        this.base = base;
        this.key = key;
    }

    /** One write. */
    public record RestCall(String method, String path, String body) {}

    /** The request of a client, by its number and that of its call. */
    public interface Calls {
        RestCall call(int client, int number);
    }

    /** Makes one call, again where it is asked to, and returns its answer. */
    public String ask(RestCall call) throws InterruptedException {
        HttpResponse<String> answer = send(call);
        for (int tries = 1; answer.statusCode() == TRY_AGAIN && tries < TRIES; tries++) {
            Thread.sleep(AGAIN_AFTER);
            answer = send(call);
        }
        if (answer.statusCode() >= 300) {
            throw new StageFailure(
                    call + " was answered with " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    private HttpResponse<String> send(RestCall call) throws InterruptedException {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(base + call.path()))
                            .header("Authorization", "Bearer " + key)
                            .header("Content-Type", "application/json")
                            .method(call.method(), HttpRequest.BodyPublishers.ofString(call.body()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new StageFailure(call + " was not answered", e);
        }
    }

    /**
     * Lets clients ask again as soon as they are answered, and returns how many answers a second
     * came after the first fifth of the time.
     */
    public double perSecond(int clients, Duration time, Calls calls) throws InterruptedException {
        AtomicLong answered = new AtomicLong();
        long begun = System.nanoTime();
        long counted = begun + time.toNanos() / 5;
        long end = begun + time.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                int client = i;
                all.add(
                        threads.submit(
                                () -> {
                                    // Two calls may belong together: the second is made, too.
                                    for (int n = 0; System.nanoTime() < end || n % 2 == 1; n++) {
                                        var unused = ask(calls.call(client, n));
                                        if (System.nanoTime() > counted) {
                                            answered.incrementAndGet();
                                        }
                                    }
                                    return null;
                                }));
            }
            finish(all);
        }
        return answered.get() / ((System.nanoTime() - counted) / 1e9);
    }

    /** Makes so many calls a second for a time, whether or not earlier ones are answered. */
    public void steadily(int rate, Duration time, Calls calls) throws InterruptedException {
        long begun = System.nanoTime();
        int count = Math.toIntExact(rate * time.toSeconds());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int number = 0; number < count; number++) {
                long due = begun + number * (1_000_000_000L / rate);
                Thread.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
                RestCall call = calls.call(0, number);
                all.add(threads.submit(() -> ask(call)));
            }
            finish(all);
        }
    }

    private static void finish(List<Future<?>> all) throws InterruptedException {
        for (Future<?> one : all) {
            try {
                var unused = one.get();
            } catch (ExecutionException e) {
                throw new StageFailure("a client failed", e);
            }
        }
    }
}
