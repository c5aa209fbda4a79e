package dev.countersign.facade.sandbox;

import dev.countersign.facade.error.HttpRefusal;
import dev.countersign.facade.error.HttpRefusedException;
import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.feed.FeedRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RetriableException;

/** The feed, written to as a network writes to it, and waited for. */
record SandboxFeed(
        String topic,
        Producer<byte[], byte[]> producer,
        FeedRecord record,
        FeedCodec codec,
        InstantSource clock) {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LOOK_EVERY = Duration.ofMillis(4);

    /**
     * Sends a message about a card and returns when it is decided.
     *
     * @return the message as the feed read it, by which the book knows what became of it
     * @throws HttpRefusedException when that takes longer than five seconds; it may still come
     */
    FeedEntry post(CardId card, Envelope message) {
        return post(card.toString(), message);
    }

    /** The same, of a message about no card, with the key that networks give it. */
    FeedEntry post(String name, Envelope message) {
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        byte[] value = message.text().getBytes(StandardCharsets.UTF_8);
        FeedEntry entry = read(key, value, message.at());
        Instant deadline = clock.instant().plus(PATIENCE);
        RecordMetadata sent = send(new ProducerRecord<>(topic, key, value), deadline);
        while (!record.isDecided(sent.topic(), sent.partition(), sent.offset())) {
            if (clock.instant().isAfter(deadline)) {
                throw new HttpRefusedException(HttpRefusal.TOO_LATE);
            }
            pause();
        }
        return entry;
    }

    private FeedEntry read(byte[] key, byte[] value, Instant at) {
        if (codec.decode(key, value, new FeedOffset(0, 0), at)
                instanceof DecodedMessage.Entry read) {
            return read.entry();
        }
        throw new IllegalStateException("a test helper wrote a message that no feed takes");
    }

    private RecordMetadata send(ProducerRecord<byte[], byte[]> message, Instant deadline) {
        try {
            Future<RecordMetadata> sent = producer.send(message);
            Duration left = Duration.between(clock.instant(), deadline);
            return sent.get(left.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new HttpRefusedException(HttpRefusal.TOO_LATE);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RetriableException) {
                throw new HttpRefusedException(HttpRefusal.TOO_LATE);
            }
            throw new IllegalStateException("the broker did not take a message", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HttpRefusedException(HttpRefusal.TOO_LATE);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_EVERY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HttpRefusedException(HttpRefusal.TOO_LATE);
        }
    }
}
