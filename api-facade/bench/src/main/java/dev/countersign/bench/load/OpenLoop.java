package dev.countersign.bench.load;

import dev.countersign.bench.stage.BrokerClient;
import dev.countersign.bench.stage.StageFailure;
import dev.countersign.ingest.feed.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Requests at a fixed rate, whether or not earlier ones are answered, and the time to each answer
 * from the moment at which its request was due: a sender that falls behind does not hide it.
 */
public final class OpenLoop implements AutoCloseable {

    private static final byte[] IN_REPLY_TO = "\"in_reply_to\":\"".getBytes(StandardCharsets.UTF_8);
    private static final int UUID_LENGTH = 36;

    /**
     * A request of its own for each message keeps a broker that flushes each append busy with
     * nothing else; what the wait costs is part of the latency, since it counts from when the
     * request was due.
     */
    private static final int LINGER_MS = 2;

    /** Description of how the requests are sent. */
    public static final String SETTINGS =
            "sent on a schedule, whether or not earlier ones are answered, with "
                    + LINGER_MS
                    + " ms of linger; the time counts from when each was due";

    private static final long LATENCY_MAX_MICROS = 600_000_000L;

    private final BenchMessages messages;
    private volatile int count;
    private final int planned;
    private final long intervalNanos;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread sender;
    private final Thread listener;
    private final BitSet heard;
    private final AtomicLong answered = new AtomicLong();
    private volatile int sent;
    private final Histogram micros = new Histogram(LATENCY_MAX_MICROS, 3);
    private volatile int measuredFrom = Integer.MAX_VALUE;
    private volatile long start;
    private volatile long watched = Long.MAX_VALUE;
    private volatile long firstAfter;
    private volatile boolean running = true;
    private volatile @Nullable RuntimeException trouble;

    /**
     * Prepares a run.
     *
     * @param answersTopic where answers come, read as committed
     * @param rate requests a second
     * @param seconds for how long
     */
    public OpenLoop(
            String brokers, String answersTopic, BenchMessages messages, int rate, int seconds) {
        this.messages = messages;
        this.planned = rate * seconds;
        this.count = planned;
        this.intervalNanos = 1_000_000_000L / rate;
        this.heard = new BitSet(planned);
        this.producer = FeedTopic.producer(brokers, LINGER_MS);
        this.consumer =
                new KafkaConsumer<>(
                        BrokerClient.with(
                                brokers,
                                Map.of(
                                        "isolation.level",
                                        "read_committed",
                                        "fetch.max.wait.ms",
                                        5,
                                        "max.poll.records",
                                        10_000)),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
        List<TopicPartition> partitions =
                consumer.partitionsFor(answersTopic).stream()
                        .map(each -> new TopicPartition(each.topic(), each.partition()))
                        .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        this.sender = Thread.ofPlatform().name("open-loop-sender").unstarted(this::send);
        this.listener = Thread.ofPlatform().name("open-loop-listener").unstarted(this::listen);
    }

    /** Begins to send. */
    public void start() {
        start = System.nanoTime();
        listener.start();
        sender.start();
    }

    private void send() {
        try {
            sendAll();
        } catch (RuntimeException e) {
            trouble = e;
        }
    }

    private void sendAll() {
        int number = 0;
        for (; number < count && running; number++) {
            long due = start + number * intervalNanos;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            var unused =
                    producer.send(
                            new ProducerRecord<>(
                                    Topics.FEED, messages.key(number), messages.request(number)),
                            (metadata, problem) -> {
                                if (problem != null) {
                                    trouble = new StageFailure("a request was not taken", problem);
                                }
                            });
            sent = number + 1;
        }
        count = number;
        producer.flush();
    }

    private void listen() {
        try {
            while (running) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
                    hear(record, System.nanoTime());
                }
            }
        } catch (RuntimeException e) {
            trouble = e;
        }
    }

    private void hear(ConsumerRecord<byte[], byte[]> record, long now) {
        long number = BenchMessages.number(answeredMessage(record));
        if (number < 0 || number >= planned) {
            return;
        }
        int index = (int) number;
        if (!heard.get(index)) {
            heard.set(index);
            answered.incrementAndGet();
            if (index >= measuredFrom) {
                micros.recordValue(
                        Math.min(
                                LATENCY_MAX_MICROS,
                                Math.max(0, now - start - index * intervalNanos) / 1_000));
            }
        }
        if (firstAfter == 0 && start + index * intervalNanos > watched) {
            firstAfter = now;
        }
    }

    /** Peers answer under the message's identifier; the product names it in the answer. */
    private static UUID answeredMessage(ConsumerRecord<byte[], byte[]> record) {
        if (AnswerKey.isOne(record.key())) {
            return AnswerKey.read(record.key());
        }
        byte[] value = record.value();
        for (int at = 0; at + IN_REPLY_TO.length + UUID_LENGTH < value.length; at++) {
            if (startsAt(value, at)) {
                return UUID.fromString(
                        new String(
                                value,
                                at + IN_REPLY_TO.length,
                                UUID_LENGTH,
                                StandardCharsets.UTF_8));
            }
        }
        throw new StageFailure("an answer names no message");
    }

    private static boolean startsAt(byte[] value, int at) {
        for (int i = 0; i < IN_REPLY_TO.length; i++) {
            if (value[at + i] != IN_REPLY_TO[i]) {
                return false;
            }
        }
        return true;
    }

    /** Measures what is sent from now on; what was before was the warm-up. */
    public void measure() {
        measuredFrom = sent;
    }

    /** Returns how many requests were not measured. */
    public int unmeasured() {
        return measuredFrom;
    }

    /** Sends nothing more: what was sent until now is all that there is. */
    public void stop() {
        count = 0;
    }

    /** From now on waits for the first answer to a request that was due later than now. */
    public long watch() {
        firstAfter = 0;
        watched = System.nanoTime();
        return watched;
    }

    /** Returns the time at which the awaited answer came; 0 before it came. */
    public long firstAfter() {
        return firstAfter;
    }

    /** Returns how many requests were sent and have no answer yet. */
    public long waiting() {
        return sent - answered.get();
    }

    /** The numbers of the requests that were answered, once the run is finished. */
    public BitSet answered() {
        return (BitSet) heard.clone();
    }

    /** Returns the number of requests that are sent in all, once the run is finished. */
    public int count() {
        return count;
    }

    /** Waits until all is sent and answered, or for so long that some will not be. */
    public void finish(Duration patience) throws InterruptedException {
        sender.join();
        long deadline = System.nanoTime() + patience.toNanos();
        while (answered.get() < count && System.nanoTime() < deadline && trouble == null) {
            Thread.sleep(20); // the listener counts the answers on a thread of its own
        }
        running = false;
        listener.join();
        if (trouble != null) {
            throw trouble;
        }
    }

    /** Microseconds from due to answered, without those of the warm-up. */
    public Histogram micros() {
        return micros;
    }

    @Override
    public void close() {
        running = false;
        try {
            sender.join();
            listener.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
        consumer.close();
    }
}
