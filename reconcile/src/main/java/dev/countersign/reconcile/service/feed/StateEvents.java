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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Tells each change of state once, those of one key in their order, by one process at a time. What
 * was told is deleted when the topic has it. A process that dies between the two leaves events on
 * the topic that the book does not know of: whoever goes on looks there first, and leaves them out.
 */
public final class StateEvents {

    /** The topic that events are told on. */
    public interface EventTopic {

        /**
         * Returns what was told after these ends.
         *
         * @param ends of the partitions, by their number
         */
        Arrived arrivedAfter(List<Long> ends);

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
     */
    public record Arrived(Set<String> ids, Map<String, Long> sequences, List<Long> ends) {}

    /**
     * The outcome of telling the oldest changes.
     *
     * @param more whether there may be more
     * @param age since the oldest of it was recorded
     */
    public record Told(boolean more, Duration age) {

        private static final Told NOTHING = new Told(false, Duration.ZERO);
    }

    private final Database database;
    private final EventPositionStore positions = new EventPositionStore();
    private final EventPageStore pages = new EventPageStore();
    private final StateChangeStore changes = new StateChangeStore();

    public StateEvents(Database database) {
        this.database = database;
    }

    /** Tells the oldest changes. When the topic fails, the same are told again. */
    public Told tell(EventTopic topic) {
        return database.atomically(handle -> tell(handle, topic));
    }

    private Told tell(Handle handle, EventTopic topic) {
        Optional<List<Long>> ends = positions.lock(handle);
        Optional<EventPage> page = ends.flatMap(unused -> pages.oldest(handle));
        if (ends.isEmpty() || page.isEmpty()) {
            return Told.NOTHING;
        }
        Arrived arrived = topic.arrivedAfter(ends.get());
        positions.reach(handle, arrived.sequences());
        List<StateEvent> untold =
                page.get().events().stream()
                        .filter(event -> !arrived.ids().contains(event.id()))
                        .toList();
        List<Long> after = topic.publish(numbered(handle, untold), arrived.ends());
        changes.delete(handle, page.get().numbers());
        positions.move(handle, after);
        return new Told(page.get().whole(), page.get().age());
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
