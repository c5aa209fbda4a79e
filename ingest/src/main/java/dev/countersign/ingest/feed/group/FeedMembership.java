package dev.countersign.ingest.feed.group;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of an owner in the group that shares the partitions of the feed. Who leaves says so,
 * and the others have its partitions at once; the partitions of one that was killed are kept for it
 * until its session ends, and it gets them back if it returns under its name before.
 */
public final class FeedMembership {

    private static final Logger log = LoggerFactory.getLogger(FeedMembership.class);

    /** Maximum time that an owner that leaves waits for the broker. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final String feed;
    private final Supplier<Consumer<byte[], byte[]>> named;
    private final Supplier<Consumer<byte[], byte[]>> unnamed;
    private boolean nameTaken;
    private @Nullable Consumer<byte[], byte[]> consumer;

    /**
     * @param feed name of its topic
     * @param named makes a member with the name of this owner
     * @param unnamed makes one for when another process took the name
     */
    public FeedMembership(
            String feed,
            Supplier<Consumer<byte[], byte[]>> named,
            Supplier<Consumer<byte[], byte[]>> unnamed) {
        this.feed = feed;
        this.named = named;
        this.unnamed = unnamed;
    }

    /** True from {@link #join} until it leaves. */
    public boolean isHeld() {
        return consumer != null;
    }

    /** The consumer of a member. */
    public Consumer<byte[], byte[]> consumer() {
        if (consumer == null) {
            throw new IllegalStateException("no member of the group");
        }
        return consumer;
    }

    /** Returns the number of partitions that the group shares. */
    public int partitions() {
        return consumer().partitionsFor(feed).size();
    }

    /** Asks for a share of the partitions. */
    public void join(ConsumerRebalanceListener listener) {
        Consumer<byte[], byte[]> joining = nameTaken ? unnamed.get() : named.get();
        joining.subscribe(List.of(feed), listener);
        consumer = joining;
    }

    /** Leaves the partitions to the other members; nothing if it is no member. */
    public void leave() {
        close(GroupMembershipOperation.LEAVE_GROUP);
    }

    /** Joins without a name from now on: another process has it. */
    public void giveUpName() {
        nameTaken = true;
        close(GroupMembershipOperation.REMAIN_IN_GROUP);
    }

    /** Its listener may still ask for the consumer while that closes. */
    private void close(GroupMembershipOperation operation) {
        if (consumer == null) {
            return;
        }
        try {
            consumer.close(CloseOptions.timeout(PATIENCE).withGroupMembershipOperation(operation));
        } catch (KafkaException e) {
            log.info("the broker was not told that this owner left: {}", e.toString());
        } finally {
            consumer = null;
        }
    }
}
