package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.clearing.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.Break;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Holder;
import dev.countersign.reconcile.domain.transaction.Posting.Change;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One record, or one single message, on its way through the night: collects what it does. */
final class Settling {

    final Night night;
    private final UUID subject;
    private final @Nullable ClearingRecord record;
    private final @Nullable Holder holder;
    private final Instant at;
    private final List<Change> changes = new ArrayList<>(1);
    private final List<Break> breaks = new ArrayList<>(0);
    private final List<Note> notes = new ArrayList<>(0);
    private final List<Journal> journals = new ArrayList<>(2);
    private MatchResult match = MatchResult.NOT_MATCHED;
    private @Nullable TransactionId linkedTo;
    private @Nullable EarlyArrival early;
    private @Nullable MatchEvidence evidence;
    private long holdReleased;
    private boolean suspended;

    Settling(Night night, ClearingRecord record) {
        this.night = night;
        this.subject = record.identity();
        this.record = record;
        this.holder = record.holder();
        this.at = record.at();
    }

    Settling(Night night, Transaction singleMessage) {
        this.night = night;
        this.subject = singleMessage.identity();
        this.record = null;
        this.holder = singleMessage.holder();
        this.at = singleMessage.createdAt();
    }

    /** Says that the record was booked to suspense before, and leaves it now. */
    Settling fromSuspense() {
        suspended = true;
        return this;
    }

    /** True for a record whose network's side and interchange were booked before. */
    boolean suspended() {
        return suspended;
    }

    void matched(MatchResult result) {
        match = result;
    }

    void linkedTo(TransactionId other) {
        linkedTo = other;
    }

    void awaitedBy(EarlyArrival arrival) {
        early = arrival;
    }

    void shows(MatchEvidence shown) {
        evidence = shown;
    }

    Transaction make(Transaction made) {
        changes.add(new Change(null, made));
        return made;
    }

    void change(Transaction before, Transaction after) {
        changes.add(new Change(before, after));
        holdReleased += Math.max(0, before.amounts().held() - after.amounts().held());
    }

    void difference(BreakType type, @Nullable TransactionId transaction, Money money) {
        breaks.add(
                new Break(
                        type,
                        subject,
                        holder == null ? null : holder.accountId(),
                        holder == null ? null : holder.mode(),
                        holder == null ? null : holder.cardId(),
                        transaction,
                        money,
                        night.found(at),
                        null));
    }

    void note(Note.About about, long minor) {
        notes.add(new Note(about, minor));
    }

    Entry entry(JournalEvent event) {
        return Entry.of(night.businessDate(), event, subject);
    }

    void book(Journal journal) {
        if (!journal.isEmpty()) {
            journals.add(journal);
        }
    }

    Money holdReleased(Currency currency) {
        return new Money(holdReleased, currency);
    }

    /**
     * Books interchange. Cash is the other way round: whatever the sign, the issuer pays.
     *
     * @param signedMinor above 0 what the issuer earns on a purchase or a refund
     * @param back true when it comes back with a clearing that is taken back
     */
    void interchange(TransactionType type, long signedMinor, Currency currency, boolean back) {
        if (signedMinor == 0 || signedMinor == Long.MIN_VALUE) {
            return;
        }
        Entry entry = entry(JournalEvent.INTERCHANGE);
        if (type == TransactionType.CASH_WITHDRAWAL) {
            Money paid = new Money(Math.abs(signedMinor), currency);
            book(
                    back
                            ? Journals.atmInterchangeReturned(entry, paid)
                            : Journals.atmInterchange(entry, paid));
        } else {
            book(Journals.interchange(entry, signedMinor, currency));
        }
    }

    /** Interchange as the record states it. */
    void interchange(ClearingRecord stated) {
        interchange(
                stated.type(),
                stated.interchangeMinor(),
                stated.interchangeCurrency(),
                stated.networkMoney().currency());
    }

    /** Interchange as it is stated; in a currency that there is not, it is only noted. */
    void interchange(
            TransactionType type, @Nullable Long minor, @Nullable String stated, Currency settled) {
        if (minor == null) {
            return;
        }
        interchangeCurrency(stated, settled)
                .ifPresentOrElse(
                        currency -> interchange(type, minor, currency, false),
                        () -> note(Note.About.INTERCHANGE_CURRENCY, minor));
    }

    /** Empty for a currency that there is not. */
    static Optional<Currency> interchangeCurrency(@Nullable String stated, Currency settled) {
        return stated == null ? Optional.of(settled) : Currencies.find(stated);
    }

    ClearingOutcome done(Disposition disposition, @Nullable TransactionId transaction) {
        return new ClearingOutcome(
                subject,
                record,
                suspended ? Disposition.IDENTIFIED : disposition,
                match,
                transaction,
                linkedTo,
                changes,
                holdReleased,
                breaks,
                notes,
                journals,
                early,
                evidence);
    }
}
