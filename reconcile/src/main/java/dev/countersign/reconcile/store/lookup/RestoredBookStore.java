package dev.countersign.reconcile.store.lookup;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.issuing.VaultStore.SealedNumber;
import dev.countersign.reconcile.store.sql.Rows;
import dev.countersign.reconcile.vault.SealedPan;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;

/** The rows by which a restored book shows that it is whole; reads alone. */
public final class RestoredBookStore {

    /** Returns the next offset to decide of each partition of a topic, as the topic counts. */
    public Map<Integer, Long> positions(Handle handle, String topic) {
        return handle.createQuery(
                        """
                        select partition, next_offset - offset_shift as next_offset
                          from feed_position
                         where topic = :topic
                        """)
                .bind("topic", topic)
                .setMapKeyColumn("partition")
                .setMapValueColumn("next_offset")
                .collectInto(new GenericType<SortedMap<Integer, Long>>() {});
    }

    /**
     * Returns where each partition of the events' topic ended, once for each row of the position.
     */
    public List<List<Long>> eventEnds(Handle handle) {
        return handle.createQuery("select ends from event_position")
                .map((row, context) -> List.of((Long[]) row.getArray("ends").getArray()))
                .list();
    }

    private static final String UNEVEN_DAYS =
            """
            select mode || ' ' || business_date || ' ' || currency
              from ledger_day
             group by mode, business_date, currency
            having sum(debit_minor) <> sum(credit_minor)
             order by 1
             limit :limit
            """;

    /** Returns the dates whose sums are uneven, with book and currency. */
    public List<String> unevenDays(Handle handle, int limit) {
        return handle.createQuery(UNEVEN_DAYS).bind("limit", limit).mapTo(String.class).list();
    }

    /** Counts the changes that are still to be told. */
    public long countUnpublished(Handle handle) {
        return handle.createQuery("select count(*) from state_change").mapTo(Long.class).one();
    }

    private static final String NUMBERED_AHEAD =
            """
            select coalesce(max(change.number) > max(counter.last_value), false)
              from state_change change
             cross join (
                      select last_value
                        from pg_sequences
                       where format('%I.%I', schemaname, sequencename)
                             = pg_get_serial_sequence('state_change', 'number')) counter
            """;

    /** True where changes have numbers that are still to be given: the counter was not restored. */
    public boolean isNumberedAhead(Handle handle) {
        return handle.createQuery(NUMBERED_AHEAD).mapTo(Boolean.class).one();
    }

    private static final String SAMPLE =
            """
            select sample.card_id, sample.data_key, sample.sealed
              from data_key
             cross join lateral (
                      select card_id, data_key, sealed
                        from card_pan
                       where card_pan.data_key = data_key.id
                       limit :each) sample
            """;

    /** Returns some card numbers of each data key. */
    public List<SealedNumber> sampleOfPans(Handle handle, int each) {
        return handle.createQuery(SAMPLE)
                .bind("each", each)
                .map(
                        (row, context) ->
                                new SealedNumber(
                                        new CardId(Rows.uuid(row, "card_id")),
                                        new SealedPan(
                                                row.getString("data_key"), row.getBytes("sealed"))))
                .list();
    }
}
