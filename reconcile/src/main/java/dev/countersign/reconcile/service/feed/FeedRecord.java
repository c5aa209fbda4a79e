package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.feed.FeedPositionStore;
import dev.countersign.reconcile.store.feed.FeedPositionStore.FeedPosition;
import dev.countersign.reconcile.store.feed.FeedRecordStore;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Record of what the feed did, to be read by the senders that wrote to the feed. */
public final class FeedRecord {

    private final Database database;
    private final FeedPositionStore positions = new FeedPositionStore();
    private final FeedRecordStore record = new FeedRecordStore();

    public FeedRecord(Database database) {
        this.database = database;
    }

    /** True when the effect of the message at this offset of the topic is in the database. */
    public boolean isDecided(String topic, int partition, long offset) {
        return database.read(handle -> next(handle, topic, partition)).orElse(0) > offset;
    }

    private OptionalLong next(Handle handle, String topic, int partition) {
        return positions
                .find(handle, topic, partition)
                .map(position -> OptionalLong.of(position.nextInTopic()))
                .orElse(OptionalLong.empty());
    }

    /** The offset in the topic, as the broker counts, of a message of the book. */
    public long offsetInTopic(String topic, FeedOffset message) {
        return message.offset()
                - database.read(handle -> positions.find(handle, topic, message.partition()))
                        .map(FeedPosition::shift)
                        .orElse(0L);
    }

    /**
     * Counts the messages of a topic that wait to be decided.
     *
     * @param last the offset of the last one in each partition
     */
    public long undecided(String topic, Map<Integer, Long> last) {
        return database.read(
                handle ->
                        last.entrySet().stream()
                                .mapToLong(
                                        each ->
                                                each.getValue()
                                                        + 1
                                                        - next(handle, topic, each.getKey())
                                                                .orElse(0))
                                .filter(waiting -> waiting > 0)
                                .sum());
    }

    /**
     * Counts the messages of a topic before these offsets that are not decided. A partition of
     * which nothing was decided yet counts as decided.
     *
     * @param ends the offset after the last message of each partition
     */
    public long lag(String topic, Map<Integer, Long> ends) {
        return database.read(
                handle ->
                        ends.entrySet().stream()
                                .mapToLong(
                                        end ->
                                                end.getValue()
                                                        - next(handle, topic, end.getKey())
                                                                .orElse(end.getValue()))
                                .filter(behind -> behind > 0)
                                .sum());
    }

    /** The transaction that a message made or moved. */
    public Optional<TransactionId> transactionOf(FeedEntry message) {
        return database.read(handle -> record.transactionOf(handle, message));
    }

    /** The record that a clearing message became. */
    public Optional<UUID> clearingOf(FeedEntry message) {
        return database.read(handle -> record.clearingOf(handle, message));
    }
}
