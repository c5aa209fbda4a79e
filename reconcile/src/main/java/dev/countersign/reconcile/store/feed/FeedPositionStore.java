package dev.countersign.reconcile.store.feed;

import dev.countersign.reconcile.store.sql.RoundTrip;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Up to where each partition of the feed has been decided. */
public final class FeedPositionStore {

    /**
     * The position of a partition.
     *
     * @param next the next offset to decide, as the book counts
     * @param shift by how much offsets of the book are higher than those of the topic
     */
    public record FeedPosition(long next, long shift) {

        /** The next offset to decide, as the topic counts. */
        public long nextInTopic() {
            return next - shift;
        }
    }

    /** The position of a partition; empty where it was never read. */
    public Optional<FeedPosition> find(Handle handle, String topic, int partition) {
        return handle.createQuery(
                        """
                        select next_offset as next, offset_shift as shift
                          from feed_position
                         where topic = :topic
                           and partition = :partition
                        """)
                .bind("topic", topic)
                .bind("partition", partition)
                .mapTo(FeedPosition.class)
                .findOne();
    }

    /** Begins a partition, if nobody has. */
    public void begin(Handle handle, String topic, int partition, long nextOffset) {
        handle.createUpdate(
                        """
                        insert into feed_position (topic, partition, next_offset)
                        values (:topic, :partition, :nextOffset)
                            on conflict do nothing
                        """)
                .bind("topic", topic)
                .bind("partition", partition)
                .bind("nextOffset", nextOffset)
                .execute();
    }

    /**
     * Counts the offsets of a topic that was made anew from where a partition is on.
     *
     * @return false when it was not where it was expected: another process decides this partition
     */
    public boolean shift(Handle handle, String topic, int partition, long expected, long shift) {
        return handle.createUpdate(
                                """
                                update feed_position
                                   set offset_shift = :shift
                                 where topic = :topic
                                   and partition = :partition
                                   and next_offset = :expected
                                """)
                        .bind("topic", topic)
                        .bind("partition", partition)
                        .bind("expected", expected)
                        .bind("shift", shift)
                        .execute()
                == 1;
    }

    private static final String MOVE =
            """
            update feed_position
               set next_offset = ?
             where topic = ?
               and partition = ?
               and next_offset = ?
            """;

    /**
     * Moves a partition on.
     *
     * @return the number of rows: none when it was not where it was expected, since another process
     *     decides this partition
     */
    public RoundTrip.TripAnswer<Void> move(
            RoundTrip trip, String topic, int partition, long expected, long nextOffset) {
        return trip.execute(MOVE, nextOffset, topic, partition, expected);
    }

    /**
     * The same alone.
     *
     * @return false when another process decides this partition
     */
    public boolean move(
            Handle handle, String topic, int partition, long expected, long nextOffset) {
        return handle.execute(MOVE, nextOffset, topic, partition, expected) == 1;
    }
}
