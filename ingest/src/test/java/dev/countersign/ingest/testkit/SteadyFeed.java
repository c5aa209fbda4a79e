package dev.countersign.ingest.testkit;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.TrafficSimulator;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A gateway that writes simulated messages to the feed at a rate, until it is closed. What the
 * broker does not take it sends again, in order and once, as a gateway has to.
 */
public final class SteadyFeed implements AutoCloseable {

    private static final long STEP_NANOS = 10_000_000;
    private static final int SECOND_NANOS = 1_000_000_000;

    private final KafkaProducer<byte[], byte[]> producer;
    private final TrafficSimulator simulator;
    private final long rate;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final Thread thread = new Thread(this::run, "steady-feed");
    private volatile boolean ends;

    private SteadyFeed(Map<String, Object> client, TrafficSimulator simulator, long rate) {
        Map<String, Object> patient = new HashMap<>(client);
        patient.put(ProducerConfig.ACKS_CONFIG, "all");
        patient.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        this.producer =
                new KafkaProducer<>(patient, new ByteArraySerializer(), new ByteArraySerializer());
        this.simulator = simulator;
        this.rate = rate;
    }

    /**
     * Begins to send.
     *
     * @param rate in messages a second, as long as the machine keeps up with it
     */
    public static SteadyFeed start(
            Map<String, Object> client, TrafficSimulator simulator, long rate) {
        SteadyFeed feed = new SteadyFeed(client, simulator, rate);
        feed.thread.start();
        return feed;
    }

    private void run() {
        long begun = System.nanoTime();
        while (!ends && simulator.hasNext()) {
            long due =
                    (System.nanoTime() - begun) / STEP_NANOS * rate / (SECOND_NANOS / STEP_NANOS);
            while (sent.get() < due && simulator.hasNext()) {
                send();
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private void send() {
        var message = simulator.next();
        var unused =
                producer.send(
                        new ProducerRecord<>(
                                Topics.FEED,
                                message.key().getBytes(StandardCharsets.UTF_8),
                                message.text().getBytes(StandardCharsets.UTF_8)),
                        (metadata, failure) -> {
                            if (failure != null) {
                                refused.incrementAndGet();
                            }
                        });
        sent.incrementAndGet();
    }

    /** The number of messages so far. */
    public long sent() {
        return sent.get();
    }

    /** The number of messages that the broker has not taken in all the time it was given. */
    public long refused() {
        return refused.get();
    }

    /** Sends no more, and returns when the broker has taken what was sent. */
    public void end() {
        ends = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }

    @Override
    public void close() {
        end();
    }
}
