package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.event.EventPageStore;
import dev.countersign.reconcile.store.event.EventPageStore.EventPage;
import dev.countersign.reconcile.store.event.EventPositionStore;
import dev.countersign.reconcile.store.event.StateChangeStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Tells each change of state once, those of one key in their order, by one process at a time. What
 * was told is deleted when the topic has it. A process that dies between the two leaves events on
 * the topic that the book does not know of: whoever goes on looks there first, and leaves them out.
 */
public final class EventPublisher {

    /** The topic that events are told on. */
    public interface EventTopic {

        /**
         * Returns what was told after these ends, or the first part of it.
         *
         * @param ends of the partitions, by their number
         */
        UnknownEvents arrivedAfter(List<Long> ends);

        /**
         * Tells events, and returns when the topic has all of them.
         *
         * @param ends of the partitions before
         * @return the ends after
         */
        List<Long> publish(List<StateEvent> events, List<Long> ends);
    }

    /**
     * Events on a topic that the book does not know of.
     *
     * @param ids of events
     * @param sequences the last under each key
     * @param ends of the partitions behind them
     * @param complete false where there are more behind these ends
     */
    public record UnknownEvents(
            Set<String> ids, Map<String, Long> sequences, List<Long> ends, boolean complete) {}

    /**
     * The outcome of telling the oldest changes.
     *
     * @param more whether there may be more
     * @param age since the oldest of it was recorded
     */
    public record PublishResult(boolean more, Duration age) {

        private static final PublishResult NOTHING = new PublishResult(false, Duration.ZERO);
    }

    /**
     * Events that were told after the stored ends, as far as the topic was read for them. A book
     * that was restored to an earlier moment has very many of them.
     *
     * @param ends that are stored
     * @param reached the ends up to which it was read, and the numbers under each key are stored
     * @param ids of changes that the book still has to tell
     */
    private record PublishedEvents(List<Long> ends, List<Long> reached, Set<String> ids) {

        PublishedEvents plus(UnknownEvents arrived, Set<String> pending) {
            Set<String> all = new HashSet<>(ids);
            all.addAll(pending);
            return new PublishedEvents(ends, arrived.ends(), all);
        }
    }

    /** The outcome of one transaction. */
    private record TransactionResult(PublishResult result, @Nullable PublishedEvents found) {}

    private final Database database;
    private final EventPositionStore positions = new EventPositionStore();
    private final EventPageStore pages = new EventPageStore();
    private final StateChangeStore changes = new StateChangeStore();

    private volatile @Nullable PublishedEvents found;

    public EventPublisher(Database database) {
        this.database = database;
    }

    /**
     * Tells the oldest changes, or reads a further part of what the topic has beyond the stored
     * ends. When the topic fails, the same are told again.
     */
    public PublishResult publish(EventTopic topic) {
        TransactionResult turn = database.atomically(handle -> publish(handle, topic));
        found = turn.found();
        return turn.result();
    }

    private TransactionResult publish(Handle handle, EventTopic topic) {
        PublishedEvents before = found;
        Optional<List<Long>> ends = positions.lock(handle);
        Optional<EventPage> page = ends.flatMap(unused -> pages.oldest(handle));
        if (ends.isEmpty() || page.isEmpty()) {
            return new TransactionResult(PublishResult.NOTHING, before);
        }
        if (before == null || !before.ends().equals(ends.get())) {
            before = new PublishedEvents(ends.get(), ends.get(), Set.of());
        }
        UnknownEvents arrived = topic.arrivedAfter(before.reached());
        positions.reach(handle, arrived.sequences());
        PublishedEvents now = before.plus(arrived, pages.pending(handle, arrived.ids()));
        if (!arrived.complete()) {
            return new TransactionResult(new PublishResult(true, page.get().age()), now);
        }
        List<StateEvent> untold =
                page.get().events().stream()
                        .filter(event -> !now.ids().contains(event.id()))
                        .toList();
        List<Long> after = topic.publish(numbered(handle, untold), arrived.ends());
        changes.delete(handle, page.get().numbers());
        positions.move(handle, after);
        return new TransactionResult(new PublishResult(page.get().full(), page.get().age()), null);
    }

    private List<StateEvent> numbered(Handle handle, List<StateEvent> events) {
        Map<String, Long> counts = new HashMap<>();
        events.forEach(event -> counts.merge(event.key(), 1L, Long::sum));
        Map<String, Long> next = positions.advance(handle, counts);
        next.replaceAll((key, last) -> last - counts.getOrDefault(key, 0L));
        List<StateEvent> numbered = new ArrayList<>(events.size());
        for (StateEvent event : events) {
            numbered.add(event.withSequence(next.merge(event.key(), 1L, Long::sum)));
        }
        return numbered;
    }
}
