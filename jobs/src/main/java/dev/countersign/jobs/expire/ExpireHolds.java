package dev.countersign.jobs.expire;

import dev.countersign.jobs.night.Changes;
import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.clearing.post.HoldExpiry;
import dev.countersign.reconcile.domain.clearing.post.HoldExpiry.ExpiredHold;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Expires holds whose window, with its days of grace, ended before the business date: what was held
 * is given back to the day it was counted on, and a transaction of which nothing has cleared is
 * reversed. A late presentment may still settle it.
 */
public final class ExpireHolds implements Chunk {

    private static final int HOLDS_PER_CHUNK = 5_000;

    private final TransactionStore transactions = new TransactionStore();
    private final JournalStore journals = new JournalStore();
    private final ClearingPolicy policy;

    public ExpireHolds(ClearingPolicy policy) {
        this.policy = policy;
    }

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        var rules = new NightRules(night.businessDate(), night.by(policy));
        List<UUID> due =
                due(handle, night, after == null ? new UUID(0, 0) : UUID.fromString(after));
        if (due.isEmpty()) {
            return ChunkResult.finished(0, 0);
        }
        Changes changes = new Changes();
        List<JournalStore.BookedJournal> booked = new ArrayList<>();
        for (Transaction transaction : transactions.load(handle, due)) {
            if (HoldExpiry.due(transaction, rules)) {
                ExpiredHold expired = HoldExpiry.expire(transaction, rules);
                changes.add(expired.change());
                booked.add(
                        new JournalStore.BookedJournal(
                                expired.journal(),
                                night.mode(),
                                transaction.owner().accountId(),
                                transaction.owner().cardId(),
                                transaction.id(),
                                null));
            }
        }
        changes.write(handle, night);
        journals.insert(handle, booked);
        return new ChunkResult(
                due.getLast().toString(),
                due.size(),
                changes.size(),
                due.size() - (long) changes.size());
    }

    /** Holds that the memo accounts carry; the stream may have released some since the cut. */
    private List<UUID> due(Handle handle, Night night, UUID after) {
        return handle.createQuery(
                        """
                        select transaction_id
                          from open_hold
                         where mode = :mode
                           and hold_until < :lastDay
                           and transaction_id > :after
                         order by transaction_id
                         limit :limit
                        """)
                .bind("mode", night.mode().wire())
                .bind("lastDay", night.businessDate().minusDays(night.by(policy).graceDays()))
                .bind("after", after)
                .bind("limit", HOLDS_PER_CHUNK)
                .mapTo(UUID.class)
                .list();
    }
}
