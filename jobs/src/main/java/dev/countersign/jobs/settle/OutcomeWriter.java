package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.feed.EarlyArrivalStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.settlement.SettlementLineStore;
import dev.countersign.reconcile.store.settlement.SettlementLineStore.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Writes what became of many records: lines, journals, breaks, and what a late message finds. */
final class OutcomeWriter {

    private final SettlementLineStore lines = new SettlementLineStore();
    private final JournalStore journals = new JournalStore();
    private final BreakStore breaks = new BreakStore();
    private final EarlyArrivalStore early =
            new EarlyArrivalStore(
                    (payload, at) -> {
                        throw new IllegalStateException("the night reads no message");
                    });

    /** A record, with the chain of cards it is of. */
    record SettledRecord(Bundle bundle, ClearingOutcome outcome) {

        UUID id() {
            ClearingRecord record = outcome.record();
            if (record != null) {
                return record.id();
            }
            return Objects.requireNonNull(outcome.transaction()).value();
        }

        @Nullable UUID clearingId() {
            ClearingRecord record = outcome.record();
            return record == null ? null : record.id();
        }

        @Nullable CardOwner owner() {
            ClearingRecord record = outcome.record();
            if (record != null) {
                return record.owner();
            }
            return outcome.changes().stream()
                    .map(Change::after)
                    .map(after -> after.owner())
                    .findFirst()
                    .orElse(null);
        }
    }

    void write(Handle handle, Night night, List<SettledRecord> settled) {
        List<Line> added = new ArrayList<>();
        List<SettledRecord> identified = new ArrayList<>();
        List<JournalStore.BookedJournal> booked = new ArrayList<>();
        List<BreakStore.FoundBreak> found = new ArrayList<>();
        List<EarlyArrival> awaiting = new ArrayList<>();
        List<UUID> noLongerAwaited = new ArrayList<>();
        for (SettledRecord one : settled) {
            ClearingOutcome outcome = one.outcome();
            String explanation = MatchExplanation.of(outcome);
            switch (outcome.disposition()) {
                case WAITING -> {}
                case IDENTIFIED -> {
                    identified.add(one);
                    if (outcome.returned()) {
                        noLongerAwaited.add(outcome.subject());
                    }
                    added.addAll(SettlementLines.corrections(night, one));
                }
                default -> added.add(SettlementLines.outcome(night, one, explanation));
            }
            for (Journal journal : outcome.journals()) {
                booked.add(booked(night, one, journal));
            }
            for (Break raised : outcome.breaks()) {
                BreakStore.FoundBreak each =
                        new BreakStore.FoundBreak(
                                raised, night.mode(), one.clearingId(), explanation);
                boolean again =
                        outcome.disposition() == Disposition.IDENTIFIED
                                && breaks.findAgain(handle, each, night.closingInstant());
                if (!again) {
                    found.add(each);
                }
            }
            if (outcome.early() != null) {
                awaiting.add(outcome.early());
            }
        }
        lines.insert(handle, added);
        for (SettledRecord one : identified) {
            TransactionId transaction = one.outcome().transaction();
            if (transaction != null) {
                lines.identify(handle, one.id(), transaction, night.businessDate());
            }
        }
        journals.insert(handle, booked);
        breaks.insertFound(handle, found);
        early.delete(handle, noLongerAwaited);
        early.insert(handle, awaiting);
    }

    private static JournalStore.BookedJournal booked(
            Night night, SettledRecord one, Journal journal) {
        CardOwner owner = one.owner();
        AccountId account = owner == null ? null : owner.accountId();
        CardId card = owner == null ? null : owner.cardId();
        TransactionId transaction = one.outcome().transactionOf(journal);
        return new JournalStore.BookedJournal(
                journal, night.mode(), account, card, transaction, one.clearingId());
    }
}
