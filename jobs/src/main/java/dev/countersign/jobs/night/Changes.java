package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.event.TransactionChangeLog;
import dev.countersign.reconcile.domain.funding.FundingMovement;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import dev.countersign.reconcile.store.event.StateChangeStore;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.feed.TransactionStore.ChangedRow;
import dev.countersign.reconcile.store.funding.FundingMovementStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Changes of transactions outside the stream, collected so that each is written once, as it is at
 * the end. With them goes all that must not be forgotten: the memo of what is held, the change log
 * that the owners of cards read, and the days whose totals are not as they were.
 */
public final class Changes {

    private final TransactionStore transactions = new TransactionStore();
    private final CardChangeStore cardChanges = new CardChangeStore();
    private final FundingMovementStore funds = new FundingMovementStore();
    private final StateChangeStore noted = new StateChangeStore();
    private final Map<TransactionId, ChangedTransaction> touched = new LinkedHashMap<>();
    private final Set<CardId> cards = new HashSet<>();

    private record ChangedTransaction(@Nullable Transaction before, Transaction now) {

        long released() {
            return before == null ? 0 : before.amounts().held() - now.amounts().held();
        }

        /** True when the memo has to follow: another amount is held, or a hold of nothing ended. */
        boolean moved() {
            return before != null && (released() != 0 || before.holdOpen() != now.holdOpen());
        }
    }

    private record Day(UUID card, LocalDate day) {}

    /** Takes a change over; later ones of the same transaction go on from it. */
    public void add(Change change) {
        TransactionId id = change.after().id();
        ChangedTransaction earlier = touched.get(id);
        touched.put(
                id,
                new ChangedTransaction(
                        earlier == null ? change.before() : earlier.before(), change.after()));
        if (countsOtherwise(change.before(), change.after())) {
            cards.add(change.after().owner().cardId());
        }
    }

    /**
     * True for a transaction that is new, or of which another amount counts against limits. What
     * the stream has at hand of its card, and of those that share them, is not so any more.
     */
    private static boolean countsOtherwise(@Nullable Transaction before, Transaction now) {
        return before == null || before.amounts().counted() != now.amounts().counted();
    }

    /** Returns the number of transactions that were made or changed. */
    public int size() {
        return touched.size();
    }

    /**
     * Writes everything.
     *
     * @throws Chunk.ChunkConflictException when another writer changed one of the transactions
     *     meanwhile
     */
    public void write(Handle handle, Night night) {
        transactions.insert(
                handle,
                touched.values().stream()
                        .filter(row -> row.before() == null)
                        .map(ChangedTransaction::now)
                        .toList());
        List<ChangedRow> changed = new ArrayList<>();
        for (ChangedTransaction row : touched.values()) {
            Transaction before = row.before();
            if (before != null) {
                changed.add(new ChangedRow(before.version(), row.now()));
            }
        }
        changed.sort((a, b) -> a.now().id().value().compareTo(b.now().id().value()));
        if (!transactions.update(handle, changed)) {
            throw new Chunk.ChunkConflictException("a transaction was changed by the stream");
        }
        noted.insert(handle, log());
        release(handle);
        moveFunding(handle, night);
        markDays(handle, night);
        if (!cards.isEmpty()) {
            cardChanges.insert(handle, cards);
        }
    }

    private TransactionChangeLog log() {
        TransactionChangeLog log = new TransactionChangeLog(touched.size());
        touched.values().forEach(row -> log.addByNight(row.before(), row.now()));
        return log;
    }

    private static final String RELEASE =
            """
            insert into open_hold (transaction_id, mode, account_id, card_id, currency, held_minor,
                                   hold_until, created_at)
            select transaction.id, transaction.mode, transaction.account_id, transaction.card_id,
                   transaction.currency, -released.minor, transaction.hold_until,
                   transaction.created_at
              from unnest(:ids, :minors) as released (id, minor)
              join transaction on transaction.id = released.id
                on conflict (transaction_id) do update
               set held_minor = open_hold.held_minor + excluded.held_minor
            """;

    /** Takes the amounts that the memo accounts released off what they carry. */
    private void release(Handle handle) {
        List<ChangedTransaction> released =
                touched.values().stream().filter(ChangedTransaction::moved).toList();
        if (released.isEmpty()) {
            return;
        }
        List<UUID> ids = released.stream().map(row -> row.now().id().value()).toList();
        handle.createUpdate(RELEASE)
                .bindArray("ids", UUID.class, ids)
                .bindArray(
                        "minors",
                        Long.class,
                        released.stream().map(ChangedTransaction::released).toList())
                .execute();
        handle.createUpdate(
                        "delete from open_hold where transaction_id = any(:ended) and held_minor = 0")
                .bindArray(
                        "ended",
                        UUID.class,
                        released.stream()
                                .map(ChangedTransaction::now)
                                .filter(now -> !now.holdOpen())
                                .map(now -> now.id().value())
                                .toList())
                .execute();
    }

    /** Takes what is held no more off the funding accounts that it was held on. */
    private void moveFunding(Handle handle, Night night) {
        List<FundingMovement> movements = new ArrayList<>();
        for (ChangedTransaction row : touched.values()) {
            FundingId funding = row.now().owner().funding();
            if (funding != null && row.released() != 0) {
                movements.add(
                        new FundingMovement(
                                funding,
                                night.mode(),
                                row.now().id().value(),
                                JournalEvent.HOLD_CHANGED.wire(),
                                row.now().version(),
                                night.businessDate(),
                                0,
                                -row.released(),
                                row.now().owner().cardId(),
                                row.now().id()));
            }
        }
        funds.add(handle, movements);
    }

    /** A day whose card counts otherwise than it did; a later date is its own night's to total. */
    private void markDays(Handle handle, Night night) {
        Set<Day> days = new HashSet<>();
        for (ChangedTransaction row : touched.values()) {
            if (countsOtherwise(row.before(), row.now())) {
                UUID card = row.now().owner().cardId().value();
                days.add(new Day(card, LocalDate.ofInstant(row.now().createdAt(), ZoneOffset.UTC)));
                row.now()
                        .hold()
                        .increments()
                        .forEach(
                                part ->
                                        days.add(
                                                new Day(
                                                        card,
                                                        LocalDate.ofInstant(
                                                                part.at(), ZoneOffset.UTC))));
            }
        }
        days.removeIf(day -> day.day().isAfter(night.businessDate()));
        if (days.isEmpty()) {
            return;
        }
        handle.createUpdate(
                        """
                        insert into night_card_day (night_id, card_id, day)
                        select :night, card_id, day
                          from unnest(:cards, :days) as dirty (card_id, day)
                            on conflict do nothing
                        """)
                .bind("night", night.id())
                .bindArray("cards", UUID.class, days.stream().map(Day::card).toList())
                .bindArray("days", LocalDate.class, days.stream().map(Day::day).toList())
                .execute();
    }
}
