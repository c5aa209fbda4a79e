package dev.countersign.reconcile.store.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The position up to which events were published, and the number of the last under each key. */
public final class EventPositionStore {

    /**
     * Locks the position until the transaction ends; empty while another transaction holds it.
     *
     * @return where each partition of the topic ended, by its number
     */
    public Optional<List<Long>> lock(Handle handle) {
        return handle.createQuery("select ends from event_position for update skip locked")
                .map((row, context) -> List.of((Long[]) row.getArray("ends").getArray()))
                .findOne();
    }

    /** Everything up to here was published. */
    public void move(Handle handle, List<Long> ends) {
        handle.createUpdate("update event_position set ends = :ends")
                .bindArray("ends", Long.class, ends)
                .execute();
    }

    private static final String ADVANCE =
            """
            insert into event_sequence (key, last_sequence)
            select next.key, next.count
              from unnest(:keys, :counts) as next (key, count)
             order by next.key
                on conflict (key) do update
               set last_sequence = event_sequence.last_sequence + excluded.last_sequence
            returning key, last_sequence
            """;

    /**
     * Takes the next numbers under each key.
     *
     * @return the last of them
     */
    public Map<String, Long> advance(Handle handle, Map<String, Long> counts) {
        Map<String, Long> last = HashMap.newHashMap(counts.size());
        if (counts.isEmpty()) {
            return last;
        }
        List<String> keys = List.copyOf(counts.keySet());
        handle.createQuery(ADVANCE)
                .bindArray("keys", String.class, keys)
                .bindArray("counts", Long.class, keys.stream().map(counts::get).toList())
                .map(
                        (row, context) ->
                                Map.entry(row.getString("key"), row.getLong("last_sequence")))
                .forEach(entry -> last.put(entry.getKey(), entry.getValue()));
        return last;
    }

    private static final String REACH =
            """
            insert into event_sequence (key, last_sequence)
            select reached.key, reached.last_sequence
              from unnest(:keys, :sequences) as reached (key, last_sequence)
             order by reached.key
                on conflict (key) do update
               set last_sequence = greatest(event_sequence.last_sequence, excluded.last_sequence)
            """;

    /** Takes the numbers that a process used which died before it could say so. */
    public void reach(Handle handle, Map<String, Long> sequences) {
        if (sequences.isEmpty()) {
            return;
        }
        List<String> keys = List.copyOf(sequences.keySet());
        handle.createUpdate(REACH)
                .bindArray("keys", String.class, keys)
                .bindArray("sequences", Long.class, keys.stream().map(sequences::get).toList())
                .execute();
    }
}
