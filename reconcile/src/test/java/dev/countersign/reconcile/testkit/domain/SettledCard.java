package dev.countersign.reconcile.testkit.domain;

import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.FeedCut;
import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.clearing.SingleMessage;
import dev.countersign.reconcile.domain.clearing.SuspenseBalance;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.clearing.post.HoldExpiry;
import dev.countersign.reconcile.domain.clearing.post.LineageSettlement;
import dev.countersign.reconcile.domain.clearing.post.Note;
import dev.countersign.reconcile.domain.clearing.post.PostedClearing;
import dev.countersign.reconcile.domain.clearing.post.SettlementInput;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Clearing;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Interchange;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.program.ProgramRules;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.RecordedClearing;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.post.Posting;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A card, with the one that may replace it, whose messages are folded by the stream and whose
 * records are settled by nights, with the book that comes of it. A night takes all that has been
 * recorded.
 */
public final class SettledCard {

    /** A cut above all that examples are. */
    public static final FeedCut WHOLE_FEED = new FeedCut(Map.of(0, Long.MAX_VALUE));

    private final List<FoldedCard> chain = new ArrayList<>();
    private ClearingPolicy policy = ClearingPolicy.DEFAULT;
    private List<SettlementCurrency> settlementCurrencies = List.of();
    private final Set<UUID> read = new HashSet<>();
    private final List<ClearingRecord> waiting = new ArrayList<>();
    private final Map<UUID, PostedClearing> posted = new HashMap<>();
    private final Map<UUID, TransactionId> matches = new HashMap<>();
    private final Map<TransactionId, Long> booked = new HashMap<>();
    private final Map<TransactionId, Long> chargebacksWon = new HashMap<>();
    private final Map<UUID, AuthorizationRequest> singles = new HashMap<>();
    private final List<ClearingOutcome> outcomes = new ArrayList<>();
    private final List<Break> breaks = new ArrayList<>();
    private final List<Journal> journals = new ArrayList<>();

    private SettledCard(FoldedCard card) {
        chain.add(card);
    }

    public static SettledCard of(CardExample card) {
        return new SettledCard(FoldedCard.of(card));
    }

    public SettledCard under(ClearingPolicy changed) {
        policy = changed;
        return this;
    }

    /** From now on the cards may be settled in these currencies as well. */
    public SettledCard settlingIn(String... currencies) {
        settlementCurrencies = ProgramRules.settlementCurrencies(List.of(currencies));
        return this;
    }

    /** The card that messages name: the last of its chain. */
    public FoldedCard card() {
        return chain.getLast();
    }

    /** From now on messages name the card that replaces this one. */
    public void replace() {
        chain.add(card().replace());
    }

    /** Reads a message; one that was read before changes nothing. */
    public void post(MessageExample example) {
        FeedEntry entry = example.entry();
        if (!read.add(entry.identity())) {
            return;
        }
        if (entry.message() instanceof AuthorizationRequest request) {
            singles.put(entry.identity(), request);
        }
        Posting posting = card().post(entry);
        posting.breaks().forEach(this::found);
        for (RecordedClearing clearing : posting.clearings()) {
            waiting.add(ClearingRecord.of(clearing));
        }
    }

    /** Reads a clearing record for a card that nobody knows. */
    public void postUnknown(MessageExample example) {
        FeedEntry entry = example.entry();
        waiting.add(
                ClearingRecord.of(
                        new RecordedClearing(
                                entry,
                                (Clearing) entry.message(),
                                null,
                                null,
                                MessageExample.DECIDED)));
    }

    /**
     * Says which transaction a record that was settled belongs to: the next night posts it there.
     */
    public void match(ClearingRecord record, TransactionId to) {
        waiting.add(record);
        matches.put(record.id(), to);
    }

    /** Writes off what is in suspense, on a date that is open. */
    public void writeOff(LocalDate businessDate) {
        for (PostedClearing one : List.copyOf(posted.values())) {
            long minor = one.suspense().suspendedMinor();
            if (minor != 0) {
                ClearingRecord record = one.record();
                Entry entry =
                        Entry.of(
                                businessDate,
                                JournalEvent.SUSPENSE_WRITTEN_OFF,
                                record.message().identity());
                Journal journal =
                        Journals.writtenOff(
                                entry,
                                new Money(Math.abs(minor), record.networkMoney().currency()));
                journals.add(minor > 0 ? journal : journal.reversedBy(entry));
                posted.put(
                        record.message().identity(),
                        new PostedClearing(
                                record,
                                one.transaction(),
                                new SuspenseBalance(0, minor, one.suspense().entries()),
                                one.reversedMinor()));
            }
        }
    }

    /** A chargeback of the purchase of a lifecycle was won, and a night booked it. */
    public void winChargeback(String lifecycle, long minor) {
        chargebacksWon.put(card().transaction(lifecycle).id(), minor);
    }

    /** The records that were settled, in no order. */
    public List<PostedClearing> posted() {
        return List.copyOf(posted.values());
    }

    // ---- the night

    /** Settles all that waits, then ends the holds that are due. */
    public void night(LocalDate businessDate) {
        night(businessDate, Integer.MAX_VALUE);
    }

    /** The same, a portion of records at a time, each with the book read again. */
    public void night(LocalDate businessDate, int portion) {
        NightRules night = new NightRules(businessDate, policy);
        bookHolds(businessDate);
        List<ClearingRecord> ordered = waiting.stream().sorted(ClearingRecord.ORDER).toList();
        waiting.clear();
        int from = 0;
        do {
            int to = (int) Math.min(ordered.size(), (long) from + portion);
            LineageSettlement settlement = new LineageSettlement(night, WHOLE_FEED, book());
            ClearingRecord next = to < ordered.size() ? ordered.get(to) : null;
            settlement.settle(ordered.subList(from, to), singles(next)).forEach(this::take);
            from = to;
        } while (from < ordered.size());
        matches.clear();
        for (Transaction transaction : transactions()) {
            if (HoldExpiry.due(transaction, night)) {
                HoldExpiry.ExpiredHold expired = HoldExpiry.expire(transaction, night);
                changed(expired.change());
                release(transaction.id(), expired.released().minor());
                journals.add(expired.journal());
            }
        }
    }

    /** Those to settle that came before the first record of the next portion. */
    private List<SingleMessage> singles(@Nullable ClearingRecord next) {
        return transactions().stream()
                .filter(transaction -> transaction.origin() == Origin.SINGLE_MESSAGE)
                .filter(transaction -> transaction.status() == TransactionStatus.AUTHORIZED)
                .filter(transaction -> next == null || isBefore(transaction, next))
                .map(this::single)
                .toList();
    }

    private static boolean isBefore(Transaction single, ClearingRecord record) {
        int order = single.createdAt().compareTo(record.at());
        return order < 0
                || (order == 0
                        && single.message().offset().offset() < record.message().offset().offset());
    }

    private SingleMessage single(Transaction transaction) {
        AuthorizationRequest request =
                Objects.requireNonNull(singles.get(transaction.message().identity()));
        Interchange interchange = request.interchange();
        return new SingleMessage(
                transaction.id(),
                interchange == null ? null : interchange.minor(),
                interchange == null ? null : interchange.currency(),
                request.settlement());
    }

    private SettlementInput book() {
        List<CardFacts> cards = chain.stream().map(card -> card.position().facts()).toList();
        return new SettlementInput(
                cards,
                transactions(),
                posted(),
                chargebacksWon,
                cards.stream()
                        .collect(Collectors.toMap(CardFacts::id, card -> settlementCurrencies)),
                matches);
    }

    private FoldedCard named(CardId id) {
        return chain.stream()
                .filter(card -> card.position().facts().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private void changed(Change change) {
        named(change.after().owner().cardId()).changed(change);
    }

    private void take(ClearingOutcome outcome) {
        outcomes.add(outcome);
        outcome.breaks().forEach(this::found);
        journals.addAll(outcome.journals());
        outcome.changes().forEach(this::changed);
        if (outcome.early() != null) {
            named(outcome.early().cardId()).await(outcome.early());
        }
        PostedClearing known = posted.get(outcome.subject());
        boolean stays =
                known != null
                        && known.transaction() != null
                        && outcome.disposition() == Disposition.WAITING;
        if (outcome.record() != null && !stays) {
            posted.put(outcome.subject(), PostedClearing.after(outcome.record(), outcome));
        }
        for (Change change : outcome.changes()) {
            if (change.before() != null) {
                release(
                        change.after().id(),
                        change.before().amounts().held() - change.after().amounts().held());
            }
        }
    }

    /** Each difference is held once, whoever finds it again on its day. */
    private void found(Break difference) {
        boolean known =
                breaks.stream()
                        .filter(other -> other.type() == difference.type())
                        .filter(other -> other.subject().equals(difference.subject()))
                        .anyMatch(other -> day(other).equals(day(difference)));
        if (!known) {
            breaks.add(difference);
        }
    }

    private static LocalDate day(Break difference) {
        return LocalDate.ofInstant(difference.at(), ZoneOffset.UTC);
    }

    /** Holds are booked by the night, as the difference to what was booked before. */
    private void bookHolds(LocalDate businessDate) {
        for (Transaction transaction : transactions()) {
            long from = booked.getOrDefault(transaction.id(), 0L);
            long to = transaction.amounts().held();
            Journal journal =
                    Journals.hold(
                            Entry.of(
                                    businessDate,
                                    JournalEvent.HOLD_CHANGED,
                                    transaction.message().identity()),
                            transaction.currency(),
                            from,
                            to);
            if (!journal.isEmpty()) {
                journals.add(journal);
            }
            booked.put(transaction.id(), to);
        }
    }

    private void release(TransactionId transaction, long minor) {
        booked.merge(transaction, -minor, Long::sum);
    }

    // ---- what became of it

    /** Those of the whole chain, card by card. */
    public List<Transaction> transactions() {
        return chain.stream().flatMap(card -> card.transactions().stream()).toList();
    }

    /** The holds of the whole lineage. */
    public long held() {
        return chain.stream().mapToLong(FoldedCard::held).sum();
    }

    public List<ClearingOutcome> outcomes() {
        return List.copyOf(outcomes);
    }

    public ClearingOutcome lastOutcome() {
        return outcomes.getLast();
    }

    /**
     * Such as {@code "settled 6000+9000"}: state, amount and what is still held, in time's order.
     */
    public List<String> states() {
        return transactions().stream()
                .sorted((one, other) -> one.id().value().compareTo(other.id().value()))
                .map(SettledCard::state)
                .toList();
    }

    private static String state(Transaction transaction) {
        long held =
                transaction.status() == TransactionStatus.AUTHORIZED
                        ? 0
                        : transaction.amounts().held();
        return transaction.status().wire()
                + " "
                + transaction.amounts().displayAmount()
                + (held == 0 ? "" : "+" + held);
    }

    /** Such as {@code "AMOUNT_OVER 100"}, of stream and nights, in the order they were found. */
    public List<String> breaks() {
        return breaks.stream()
                .map(one -> one.type() + " " + Objects.requireNonNull(one.difference()).minor())
                .toList();
    }

    /** Such as {@code "UNDER 500"}. */
    public List<String> notes() {
        return outcomes.stream()
                .flatMap(outcome -> outcome.notes().stream())
                .map((Note note) -> note.about() + " " + note.minor())
                .toList();
    }

    public List<Journal> journals() {
        return List.copyOf(journals);
    }

    public TrialBalance trialBalance() {
        return TrialBalance.of(journals);
    }
}
