package dev.countersign.reconcile.store.feed;

import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;

/** Up to where each partition of the feed has been decided. */
public final class FeedPositionStore {

    /** The next offset to decide; empty for a partition that was never read. */
    public OptionalLong find(Handle handle, String topic, int partition) {
        return handle.createQuery(
                        """
                        select next_offset
                          from feed_position
                         where topic = :topic
                           and partition = :partition
                        """)
                .bind("topic", topic)
                .bind("partition", partition)
                .mapTo(Long.class)
                .findOne()
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
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
     * Moves a partition on.
     *
     * @return false when it was not where it was expected: another process decides this partition
     */
    public boolean move(
            Handle handle, String topic, int partition, long expected, long nextOffset) {
        return handle.createUpdate(
                                """
                                update feed_position
                                   set next_offset = :nextOffset
                                 where topic = :topic
                                   and partition = :partition
                                   and next_offset = :expected
                                """)
                        .bind("topic", topic)
                        .bind("partition", partition)
                        .bind("expected", expected)
                        .bind("nextOffset", nextOffset)
                        .execute()
                == 1;
    }
}
