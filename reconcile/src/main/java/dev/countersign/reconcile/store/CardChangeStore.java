package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.ProgramId;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Which cards were changed outside the stream. A reader remembers the horizon of its last snapshot:
 * whatever committed before it has been seen, whatever runs on will come with a number at or above
 * it. Reading by a sequence would lose a row whose lower number commits later.
 *
 * <p>The same log is what {@link CardEventStore} makes events of.
 *
 * <p>The log keeps itself short: who writes a change takes some old ones away. In their place stays
 * one row of no card, which tells a reader who had not come so far that it missed some.
 */
public final class CardChangeStore {

    /** As many transactions have surely been seen by all who read at each batch. */
    private static final long KEPT_TRANSACTIONS = 1_000_000;

    private static final int DELETED_AT_ONCE = 200;
    private static final UUID ANY_CARD = new UUID(0, 0);

    private final BigInteger kept;

    public CardChangeStore() {
        this(KEPT_TRANSACTIONS);
    }

    /** A log that keeps the changes of this many transactions. */
    CardChangeStore(long keptTransactions) {
        this.kept = BigInteger.valueOf(keptTransactions);
    }

    /** Says that a card changed, in the transaction that changes it. */
    public void insert(Handle handle, Collection<CardId> cards) {
        deleteOld(handle);
        handle.createUpdate(
                        """
                        insert into card_change (card_id)
                        select distinct unnest(cast(:cards as uuid[]))
                            on conflict do nothing
                        """)
                .bindArray("cards", UUID.class, cards.stream().map(CardId::value).toList())
                .execute();
    }

    /** Says that all cards of a program changed, but for those that are terminated. */
    public void insertOfProgram(Handle handle, ProgramId program) {
        deleteOld(handle);
        handle.createUpdate(
                        """
                        insert into card_change (card_id)
                        select id
                          from card
                         where program_id = :program
                           and status <> 'terminated'
                            on conflict do nothing
                        """)
                .bind("program", program.value())
                .execute();
    }

    /**
     * How far the log was read.
     *
     * @param horizon all transactions below it had ended when the log was read
     * @param above changes that were seen although they lie above the horizon
     */
    public record Seen(BigInteger horizon, Set<Change> above) {}

    /** One row of the log. */
    public record Change(BigInteger by, CardId card) {}

    /**
     * What is new, and how far the log is read now.
     *
     * @param everything true when changes are gone that were not read: any card may have changed
     */
    public record News(boolean everything, Set<CardId> cards, Seen seen) {

        /** Whether one of these cards may have changed. */
        public boolean concernsAny(Set<CardId> some) {
            return everything ? !some.isEmpty() : !Collections.disjoint(some, cards);
        }
    }

    /**
     * Where a reader begins that has nothing cached yet. What has committed above the horizon,
     * while an older transaction still runs, is seen with it: else the reader would find it new
     * each time, and with it every batch of that card, for as long as the other one runs.
     */
    public Seen begin(Handle handle) {
        return since(handle, new Seen(horizon(handle), Set.of())).seen();
    }

    private static final String SINCE =
            """
            select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
                   card_change.changed_by::text as changed_by,
                   card_change.card_id
              from (select 1) always
              left join card_change on card_change.changed_by >= cast(:horizon as xid8)
            """;

    /** Reads what has been committed since. */
    public News since(Handle handle, Seen before) {
        List<Change> rows = new ArrayList<>();
        BigInteger horizon =
                handle.createQuery(SINCE)
                        .bind("horizon", before.horizon().toString())
                        .map(
                                (row, context) -> {
                                    UUID card = Rows.uuidOrNull(row, "card_id");
                                    if (card != null) {
                                        rows.add(
                                                new Change(
                                                        new BigInteger(row.getString("changed_by")),
                                                        new CardId(card)));
                                    }
                                    return new BigInteger(row.getString("horizon"));
                                })
                        .list()
                        .getFirst();
        Set<CardId> news = new HashSet<>();
        Set<Change> above = new HashSet<>();
        for (Change row : rows) {
            if (!before.above().contains(row)) {
                news.add(row.card());
            }
            if (row.by().compareTo(horizon) >= 0) {
                above.add(row);
            }
        }
        boolean everything = news.remove(new CardId(ANY_CARD));
        return new News(everything, news, new Seen(horizon, above));
    }

    private static final String OLDEST =
            """
            select changed_by::text as changed_by, card_id
              from card_change
             where changed_by < cast(:below as xid8)
             order by changed_by
             limit :limit
            """;

    private void deleteOld(Handle handle) {
        BigInteger below = horizon(handle).subtract(kept).max(BigInteger.ZERO).min(told(handle));
        List<Change> oldest =
                handle.createQuery(OLDEST)
                        .bind("below", below.toString())
                        .bind("limit", DELETED_AT_ONCE)
                        .map(
                                (row, context) ->
                                        new Change(
                                                new BigInteger(row.getString("changed_by")),
                                                new CardId(Rows.uuid(row, "card_id"))))
                        .list();
        if (oldest.stream().allMatch(change -> change.card().value().equals(ANY_CARD))) {
            return;
        }
        String last = oldest.getLast().by().toString();
        handle.createUpdate("delete from card_change where changed_by <= cast(:last as xid8)")
                .bind("last", last)
                .execute();
        handle.createUpdate(
                        """
                        insert into card_change (changed_by, card_id)
                        values (cast(:last as xid8), :anyCard)
                        """)
                .bind("last", last)
                .bind("anyCard", ANY_CARD)
                .execute();
    }

    /** What was not told as an event yet stays. */
    private static BigInteger told(Handle handle) {
        return new BigInteger(
                handle.createQuery("select changed_by::text from event_position")
                        .mapTo(String.class)
                        .one());
    }

    private static BigInteger horizon(Handle handle) {
        return new BigInteger(
                handle.createQuery("select pg_snapshot_xmin(pg_current_snapshot())::text")
                        .mapTo(String.class)
                        .one());
    }
}
