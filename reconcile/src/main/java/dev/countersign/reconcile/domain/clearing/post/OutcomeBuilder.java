package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.clearing.SingleMessage;
import dev.countersign.reconcile.domain.clearing.SuspenseBalance;
import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One record, or one single message, on its way through the night: collects what it does. */
final class OutcomeBuilder {

    final NightRules night;
    private final UUID subject;
    private final UUID booked;
    private final @Nullable ClearingRecord record;
    private final @Nullable SingleMessage single;
    private final @Nullable PostedClearing before;
    private final @Nullable CardOwner owner;
    private final Instant at;
    private final List<Change> changes = new ArrayList<>(1);
    private final List<Break> breaks = new ArrayList<>(0);
    private final List<Note> notes = new ArrayList<>(0);
    private final List<Journal> journals = new ArrayList<>(2);
    private final List<Journal> returned = new ArrayList<>(0);
    private MatchResult match = MatchResult.NOT_MATCHED;
    private @Nullable TransactionId linkedTo;
    private @Nullable EarlyArrival early;
    private @Nullable MatchEvidence evidence;
    private long holdReleased;

    /**
     * @param before a record that is settled again, out of suspense; null for one that comes now
     */
    OutcomeBuilder(NightRules night, ClearingRecord record, @Nullable PostedClearing before) {
        this.night = night;
        this.subject = record.message().identity();
        this.booked = record.id();
        this.record = record;
        this.single = null;
        this.before = before;
        this.owner = record.owner();
        this.at = record.at();
    }

    OutcomeBuilder(NightRules night, SingleMessage single, Transaction transaction) {
        this.night = night;
        this.subject = transaction.message().identity();
        this.booked = transaction.id().value();
        this.record = null;
        this.single = single;
        this.before = null;
        this.owner = transaction.owner();
        this.at = transaction.createdAt();
    }

    /**
     * True for a record whose network's side was booked before, and what it states of interchange.
     */
    boolean suspended() {
        return before != null;
    }

    /** Begins with the return of a posted record to suspense. */
    void begin(ClearingReturn back) {
        changes.add(back.change());
        returned.add(back.journal());
    }

    /** Charges the cardholder, with what the network is owed for it. */
    void charge(JournalEvent event, Money billed, Money network) {
        book(
                Journals.charged(
                        entry(suspended() ? JournalEvent.SUSPENSE_IDENTIFIED : event),
                        holdReleased(billed.currency()),
                        billed,
                        counterAccount(),
                        network));
    }

    /** Credits the cardholder, with what the network owes for it. */
    void credit(JournalEvent event, Money billed, Money network) {
        book(
                Journals.credited(
                        entry(suspended() ? JournalEvent.SUSPENSE_IDENTIFIED : event),
                        holdReleased(billed.currency()),
                        billed,
                        counterAccount(),
                        network));
    }

    /** The network, or what faces it since the record was booked. */
    private LedgerAccount counterAccount() {
        return before == null
                ? LedgerAccount.NETWORK_SETTLEMENT
                : before.suspense().counterAccount();
    }

    /** Suspense was booked on the side that the record told; here it turns out to be the other. */
    void correctSide(boolean owed, Money network) {
        book(
                Journals.sideCorrected(
                        entry(JournalEvent.CORRECTION), counterAccount(), owed, network));
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

    void raiseBreak(BreakType type, @Nullable TransactionId transaction, Money money) {
        breaks.add(
                new Break(
                        type,
                        subject,
                        owner == null ? null : owner.accountId(),
                        owner == null ? null : owner.mode(),
                        owner == null ? null : owner.cardId(),
                        transaction,
                        money,
                        night.found(at)));
    }

    void note(Note.NoteSubject about, long minor) {
        notes.add(new Note(about, minor));
    }

    Entry entry(JournalEvent event) {
        int from =
                before != null && SuspenseBalance.repeats(event) ? before.suspense().entries() : 0;
        return Entry.of(night.businessDate(), event, booked, from);
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
     * Interchange. Cash is the other way round: whatever the sign, the issuer pays.
     *
     * @param signedMinor above 0 what the issuer earns on a purchase or a refund
     */
    private Journal interchange(
            TransactionType type, long signedMinor, Currency currency, boolean back) {
        Entry entry = entry(JournalEvent.INTERCHANGE);
        long minor = signedMinor == Long.MIN_VALUE ? 0 : signedMinor;
        if (type != TransactionType.CASH_WITHDRAWAL) {
            return Journals.interchange(entry, minor, currency);
        }
        Money paid = new Money(Math.abs(minor), currency);
        return back
                ? Journals.atmInterchangeReturned(entry, paid)
                : Journals.atmInterchange(entry, paid);
    }

    /** Interchange as the record states it. */
    Journal stated(ClearingRecord stated) {
        return interchange(
                stated.type(),
                stated.interchangeMinor(),
                stated.interchangeCurrency(),
                stated.networkMoney().currency(),
                stated.kind() == MessageKind.CLEARING_REVERSAL);
    }

    /**
     * Interchange as it is stated; in a currency that there is not, it is only noted.
     *
     * @param stated as it is written; null where it is that of the settlement
     * @param back true when it comes back with a clearing that is taken back
     */
    Journal interchange(
            TransactionType type,
            @Nullable Long minor,
            @Nullable String stated,
            Currency settled,
            boolean back) {
        Currency currency = stated == null ? settled : Currencies.find(stated).orElse(null);
        if (minor == null) {
            return interchange(type, 0, settled, back);
        }
        if (currency == null) {
            note(Note.NoteSubject.INTERCHANGE_CURRENCY, minor);
            return interchange(type, 0, settled, back);
        }
        return interchange(type, minor, currency, back);
    }

    /** Books interchange; of a record that was settled before, what it stated is corrected. */
    void bookInterchange(Journal right) {
        if (before == null) {
            book(right);
        } else {
            book(
                    Journals.corrected(
                            entry(JournalEvent.INTERCHANGE_CORRECTED),
                            stated(before.record()),
                            right));
        }
    }

    ClearingOutcome done(Disposition disposition, @Nullable TransactionId transaction) {
        return new ClearingOutcome(
                subject,
                record,
                single,
                before == null
                        ? disposition
                        : transaction == null ? Disposition.WAITING : Disposition.IDENTIFIED,
                match,
                transaction,
                linkedTo,
                changes,
                holdReleased,
                breaks,
                notes,
                Stream.concat(returned.stream(), journals.stream()).toList(),
                suspense(),
                early,
                evidence);
    }

    private SuspenseBalance suspense() {
        SuspenseBalance suspense = before == null ? SuspenseBalance.NOTHING : before.suspense();
        if (record != null) {
            for (Journal journal : journals) {
                suspense = suspense.with(journal);
            }
        }
        return suspense;
    }
}
