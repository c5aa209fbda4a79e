package dev.countersign.facade.launch.demo;

import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedFailure;
import dev.countersign.reconcile.service.feed.FeedRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.SendResult;

/** Writes a demo's messages to the feed, and never more of them than the feed soon has decided. */
final class DemoSender {

    private static final Logger log = LoggerFactory.getLogger(DemoSender.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(5);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);

    private final String feed;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final FeedRecord record;

    /** Trouble with the broker, and trouble with reading how far the feed is. */
    private final RepeatedFailure sendTrouble;

    private final RepeatedFailure readTrouble;
    private final BooleanSupplier running;
    private Map<Integer, Long> sent = Map.of();

    DemoSender(
            String feed,
            KafkaTemplate<byte[], byte[]> kafka,
            FeedRecord record,
            Outages outages,
            BooleanSupplier running) {
        this.feed = feed;
        this.kafka = kafka;
        this.record = record;
        sendTrouble = new RepeatedFailure(outages);
        readTrouble = new RepeatedFailure(outages);
        this.running = running;
    }

    /**
     * Sends messages, and returns when the broker has them and those that were sent before are
     * decided. What the broker does not take is sent again, all together: what it has had changes
     * nothing.
     */
    void send(List<SimulatedMessage> messages) {
        Map<Integer, Long> before = sent;
        sent = acknowledged(messages);
        await(before);
    }

    /** Returns when all that was sent is decided. */
    void awaitDecided() {
        await(sent);
        sent = Map.of();
    }

    private Map<Integer, Long> acknowledged(List<SimulatedMessage> messages) {
        while (running.getAsBoolean()) {
            try {
                Map<Integer, Long> last = offsets(messages.stream().map(this::send).toList());
                if (sendTrouble.ends()) {
                    log.info("demo messages are sent again");
                }
                return last;
            } catch (CompletionException e) {
                if (sendTrouble.begins(e)) {
                    log.warn("demo messages not sent: {}", e.getMessage());
                }
                LockSupport.parkNanos(TRY_AGAIN.toNanos());
            }
        }
        return Map.of();
    }

    private CompletableFuture<SendResult<byte[], byte[]>> send(SimulatedMessage message) {
        return kafka.send(
                new ProducerRecord<>(
                        feed,
                        message.key().getBytes(StandardCharsets.UTF_8),
                        message.text().getBytes(StandardCharsets.UTF_8)));
    }

    private static Map<Integer, Long> offsets(
            List<CompletableFuture<SendResult<byte[], byte[]>>> sending) {
        Map<Integer, Long> last = new HashMap<>();
        for (CompletableFuture<SendResult<byte[], byte[]>> one : sending) {
            RecordMetadata written = one.join().getRecordMetadata();
            last.merge(written.partition(), written.offset(), Math::max);
        }
        return last;
    }

    private void await(Map<Integer, Long> offsets) {
        offsets.forEach(
                (partition, offset) -> {
                    while (running.getAsBoolean() && !decided(partition, offset)) {
                        LockSupport.parkNanos(LOOK_AGAIN.toNanos());
                    }
                });
    }

    private boolean decided(int partition, long offset) {
        try {
            boolean decided = record.isDecided(feed, partition, offset);
            if (readTrouble.ends()) {
                log.info("demo sees again how far the feed is");
            }
            return decided;
        } catch (RuntimeException e) {
            if (readTrouble.begins(e)) {
                log.warn("demo does not see how far the feed is: {}", e.getMessage());
            }
            LockSupport.parkNanos(TRY_AGAIN.toNanos());
            return false;
        }
    }
}
