package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.sql.RoundTrip;
import dev.countersign.reconcile.store.sql.Rows;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The log of cards that were changed outside the stream. A reader remembers its last snapshot of
 * the database: what that one saw has been read, and the next read gives the rest. Reading by a
 * sequence would lose a row whose lower number commits later.
 *
 * <p>The log keeps itself short: one of some who write a change takes old ones away. In their place
 * stays one row of no card, which tells a reader who had not come so far that it missed some.
 */
public final class CardChangeStore {

    /** As many transactions have surely been seen by all who read at each batch. */
    private static final long KEPT_TRANSACTIONS = 1_000_000;

    /** One change of so many looks for old ones; looking costs more than writing. */
    private static final int DELETING_EVERY = 20;

    private static final int DELETED_AT_ONCE = 200 * DELETING_EVERY;
    private static final long DELETING = 4_020_261_004L;
    private static final UUID ANY_CARD = new UUID(0, 0);

    /**
     * As many changes are read at once. A reader that missed more drops all that is cached, which
     * costs no more.
     */
    private static final int READ_MAX = 20_000;

    private final BigInteger kept;
    private final int readMax;
    private final int deletingEvery;
    private final AtomicInteger written = new AtomicInteger();

    public CardChangeStore() {
        this(KEPT_TRANSACTIONS, READ_MAX, DELETING_EVERY);
    }

    /** A log that keeps the changes of this many transactions and gives so many changes at once. */
    CardChangeStore(long keptTransactions, int readMax, int deletingEvery) {
        this.kept = BigInteger.valueOf(keptTransactions);
        this.readMax = readMax;
        this.deletingEvery = deletingEvery;
    }

    /** Says that cards changed, and maybe what they spent, in the transaction that changes them. */
    public void insert(Handle handle, Collection<CardId> cards) {
        insert(handle, cards, true);
    }

    /** Says that cards changed, which have spent as much as before. */
    public void insertFacts(Handle handle, Collection<CardId> cards) {
        insert(handle, cards, false);
    }

    private void insert(Handle handle, Collection<CardId> cards, boolean spending) {
        if (Math.floorMod(written.getAndIncrement(), deletingEvery) == 0) {
            deleteOld(handle);
        }
        handle.createUpdate(
                        """
                        insert into card_change (card_id, spending)
                        select distinct unnest(cast(:cards as uuid[])), :spending
                            on conflict (changed_by, card_id) do update
                           set spending = true
                         where excluded.spending
                        """)
                .bindArray("cards", UUID.class, cards.stream().map(CardId::value).toList())
                .bind("spending", spending)
                .execute();
    }

    /**
     * The point up to which the log was read: a snapshot of the database.
     *
     * @param snapshot as PostgreSQL writes it: the first transaction that still ran, the first that
     *     had not begun, and those between the two that ran
     */
    public record ChangeCursor(String snapshot) {}

    /**
     * The new changes, and the point up to which the log is read now.
     *
     * @param everything true when changes are gone that were not read, or when they are more than a
     *     reader takes at once: any card may have changed
     * @param spending the cards that may count otherwise against their limits, and all that share
     *     these
     * @param facts the others, whose facts alone changed
     */
    public record ChangeSet(
            boolean everything, Set<CardId> spending, Set<CardId> facts, ChangeCursor seen) {

        /** Tells whether other amounts than before may count for one of these cards. */
        public boolean movesSpendingOf(Set<CardId> some) {
            return everything ? !some.isEmpty() : !Collections.disjoint(some, spending);
        }

        /** Returns how many cards changed. */
        public int size() {
            return spending.size() + facts.size();
        }
    }

    private static final String FROM_ANOTHER_CLUSTER =
            "delete from card_change where changed_by >= pg_snapshot_xmax(pg_current_snapshot())";

    /**
     * Returns the point where a reader begins that has nothing cached yet. A change that is seen
     * although its transaction has not begun came with a dump from another cluster, whose numbers
     * were higher. It is deleted, since it would be news at every batch.
     */
    public ChangeCursor begin(Handle handle) {
        var unused = handle.createUpdate(FROM_ANOTHER_CLUSTER).execute();
        return new ChangeCursor(
                handle.createQuery("select pg_current_snapshot()::text").mapTo(String.class).one());
    }

    /**
     * Query of the changes that the snapshot before did not see: those that began after it, and
     * those that still ran. So a reader pays for what is new, however long another transaction
     * runs. The mark of deleted changes is the log's first row. Only a reader that may have missed
     * the mark scans for it, since rows deleted before it lie about for a while.
     */
    private static final String SINCE =
            """
            select pg_current_snapshot()::text as snapshot, news.card_id, news.spending
              from (select 1) always
              left join (
                       (select card_id, spending
                          from card_change
                         where changed_by >= pg_snapshot_xmax(cast(? as pg_snapshot))
                         limit ?)
                       union all
                       (select card_id, spending
                          from card_change
                         where changed_by = any(array(select pg_snapshot_xip(cast(? as pg_snapshot))))
                         limit ?)
                       union all
                       (select card_id, spending
                          from (select changed_by, card_id, spending
                                  from card_change
                                 order by changed_by, card_id
                                 limit 1) oldest
                         where card_id = ?
                           and changed_by >= pg_snapshot_xmin(cast(? as pg_snapshot))
                           and cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as numeric)
                               - cast(cast(pg_snapshot_xmin(cast(? as pg_snapshot)) as text) as numeric)
                               > ?)) news
                on true
            """;

    /** One row of it: a changed card, or none. */
    private record News(String snapshot, @Nullable UUID card, boolean spending) {

        static News read(ResultSet row) throws SQLException {
            return new News(
                    row.getString("snapshot"),
                    Rows.uuidOrNull(row, "card_id"),
                    row.getBoolean("spending"));
        }
    }

    /** Changes that were asked for with other statements. */
    public final class ChangeAnswer {

        private final RoundTrip.TripAnswer<News> news;

        private ChangeAnswer(RoundTrip.TripAnswer<News> news) {
            this.news = news;
        }

        /** Reads them once the statements have run. */
        public ChangeSet read(Handle handle) {
            return changes(handle, news.rows());
        }
    }

    /** Reads what has been committed since; one who fell far behind is told that it is too much. */
    public ChangeSet since(Handle handle, ChangeCursor before) {
        RoundTrip trip = new RoundTrip();
        ChangeAnswer answer = since(trip, before);
        trip.run(handle);
        return answer.read(handle);
    }

    /** The same together with other statements. */
    public ChangeAnswer since(RoundTrip trip, ChangeCursor before) {
        String seen = before.snapshot();
        int limit = readMax + 1;
        return new ChangeAnswer(
                trip.query(
                        News::read,
                        SINCE,
                        seen,
                        limit,
                        seen,
                        limit,
                        ANY_CARD,
                        seen,
                        seen,
                        kept.longValueExact()));
    }

    private ChangeSet changes(Handle handle, List<News> news) {
        Set<CardId> spending = new HashSet<>();
        Set<CardId> facts = new HashSet<>();
        for (News each : news) {
            if (each.card() != null) {
                (each.spending() ? spending : facts).add(new CardId(each.card()));
            }
        }
        ChangeCursor seen = new ChangeCursor(news.getFirst().snapshot());
        if (spending.remove(new CardId(ANY_CARD)) || news.size() > readMax) {
            return new ChangeSet(true, Set.of(), Set.of(), seen);
        }
        addSiblings(handle, spending);
        facts.removeAll(spending);
        return new ChangeSet(false, spending, facts, seen);
    }

    private static final String SIBLINGS =
            """
            select sibling.id
              from unnest(:cards) as changed (id)
              join card on card.id = changed.id
              join card_lineage on card_lineage.lineage_id = card.lineage_id
              join card sibling on sibling.lineage_id = card_lineage.lineage_id
            """;

    /**
     * Adds the cards that share limits with these. Who changed one of them may not have seen a card
     * that replaced it meanwhile; who has such a card at hand has seen it.
     */
    private static void addSiblings(Handle handle, Set<CardId> cards) {
        if (!cards.isEmpty()) {
            handle.createQuery(SIBLINGS)
                    .bindArray("cards", UUID.class, cards.stream().map(CardId::value).toList())
                    .mapTo(CardId.class)
                    .forEach(cards::add);
        }
    }

    /** One row of the log. */
    private record Change(String changedBy, UUID card) {}

    private static final String OLDEST =
            """
            select changed_by::text as changedBy, card_id as card
              from card_change
             where changed_by < cast(:below as xid8)
             order by changed_by
             limit :limit
            """;

    /** Deletes old changes; of several writers at once one does, since there is one mark. */
    private void deleteOld(Handle handle) {
        if (anyOld(oldest(handle)) && takeTurn(handle)) {
            List<Change> oldest = oldest(handle);
            if (anyOld(oldest)) {
                delete(handle, oldest.getLast().changedBy());
            }
        }
    }

    private static boolean anyOld(List<Change> oldest) {
        return oldest.stream().anyMatch(change -> !change.card().equals(ANY_CARD));
    }

    private static boolean takeTurn(Handle handle) {
        return handle.select("select pg_try_advisory_xact_lock(?)", DELETING)
                .mapTo(Boolean.class)
                .one();
    }

    private List<Change> oldest(Handle handle) {
        BigInteger below = horizon(handle).subtract(kept).max(BigInteger.ZERO);
        return handle.createQuery(OLDEST)
                .bind("below", below.toString())
                .bind("limit", DELETED_AT_ONCE)
                .mapTo(Change.class)
                .list();
    }

    private static void delete(Handle handle, String last) {
        handle.execute("delete from card_change where changed_by <= cast(? as xid8)", last);
        handle.execute(
                """
                        insert into card_change (changed_by, card_id)
                        values (cast(? as xid8), ?)
                        """,
                last,
                ANY_CARD);
    }

    private static BigInteger horizon(Handle handle) {
        return new BigInteger(
                handle.createQuery("select pg_snapshot_xmin(pg_current_snapshot())::text")
                        .mapTo(String.class)
                        .one());
    }
}
