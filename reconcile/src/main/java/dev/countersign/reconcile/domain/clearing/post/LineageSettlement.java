package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.FeedCut;
import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.clearing.SingleMessage;
import dev.countersign.reconcile.domain.clearing.match.Candidate;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.clearing.post.Note.NoteSubject;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Folds the records of a card, and of those it replaced, over its transactions. Each record meets
 * the transactions as the one before left them, in the order of time, so that it does not matter in
 * which portions they are settled.
 */
public final class LineageSettlement {

    private final NightRules night;
    private final PresentmentMatcher matcher;
    private final Map<CardId, CardFacts> cards = new HashMap<>();
    private final Map<TransactionId, Transaction> transactions = new LinkedHashMap<>();
    private final PostedRecords posted = new PostedRecords();
    private final PurchaseReferences lifecycles;
    private final ClearedOriginals originals = new ClearedOriginals(transactions, posted);
    private final Map<UUID, TransactionId> matches;
    private final Map<CardId, List<SettlementCurrency>> settlementCurrencies;
    private final Set<UUID> due = new HashSet<>();

    /**
     * @param cut what of the feed the night sees
     */
    public LineageSettlement(NightRules night, FeedCut cut, SettlementInput book) {
        this.night = night;
        this.matcher = new PresentmentMatcher(night.policy(), cut);
        this.lifecycles =
                new PurchaseReferences(transactions.values(), posted, book.chargebacksWon());
        this.matches = book.matches();
        this.settlementCurrencies = book.settlementCurrencies();
        for (CardFacts card : book.cards()) {
            cards.put(card.id(), card);
        }
        for (Transaction transaction : book.transactions()) {
            transactions.put(transaction.id(), transaction);
        }
        book.posted().stream()
                .sorted(Comparator.comparing(PostedClearing::record, ClearingRecord.ORDER))
                .forEach(posted::remember);
    }

    /**
     * A record, or a single message, in the order of both. What was posted before and is matched
     * elsewhere comes first: the others meet what it leaves.
     */
    private record Item(
            boolean postedBefore,
            Instant at,
            FeedOffset offset,
            @Nullable ClearingRecord record,
            @Nullable SingleMessage single) {

        static final Comparator<Item> ORDER =
                Comparator.comparing(Item::postedBefore, Comparator.reverseOrder())
                        .thenComparing(Item::at)
                        .thenComparingInt(item -> item.offset().partition())
                        .thenComparingLong(item -> item.offset().offset());
    }

    /** A record for a card that nobody knows: booked to suspense, whoever's it is. */
    public static ClearingOutcome unknownCard(NightRules night, ClearingRecord record) {
        return Suspense.keep(
                new OutcomeBuilder(night, record, null), record, BreakType.UNKNOWN_CARD);
    }

    /**
     * Settles what waits, in the order of time; later calls meet what earlier ones left.
     *
     * @param records of cards of this lineage that were not settled before
     * @param singles approved financial requests that were not settled before
     */
    public List<ClearingOutcome> settle(
            Collection<ClearingRecord> records, Collection<SingleMessage> singles) {
        List<Item> items = new ArrayList<>(records.size() + singles.size());
        for (SingleMessage single : singles) {
            Transaction transaction = transactions.get(single.transaction());
            if (transaction != null) {
                items.add(
                        new Item(
                                false,
                                transaction.createdAt(),
                                transaction.message().offset(),
                                null,
                                single));
            }
        }
        for (ClearingRecord record : records) {
            PostedClearing before = posted.find(record);
            boolean postedBefore = before != null && before.transaction() != null;
            items.add(new Item(postedBefore, record.at(), record.message().offset(), record, null));
            due.add(record.id());
        }
        items.sort(Item.ORDER);
        List<ClearingOutcome> outcomes = new ArrayList<>(items.size());
        for (Item item : items) {
            if (item.record() != null) {
                settle(item.record(), outcomes);
            } else if (item.single() != null) {
                settle(item.single(), outcomes);
            }
        }
        return outcomes;
    }

    /** The transactions of the lineage as they are now. */
    public List<Transaction> transactions() {
        return List.copyOf(transactions.values());
    }

    private void settle(ClearingRecord record, List<ClearingOutcome> outcomes) {
        due.remove(record.id());
        CardOwner owner = record.owner();
        if (owner == null) {
            outcomes.add(take(unknownCard(night, record)));
            return;
        }
        CardFacts card = cards.get(owner.cardId());
        if (card == null) {
            throw new IllegalArgumentException(owner.cardId() + " is not of this lineage");
        }
        PostedClearing before = posted.find(record);
        if (before != null) {
            posted.forget(before);
        }
        OutcomeBuilder settling = new OutcomeBuilder(night, record, before);
        if (before != null && before.transaction() != null) {
            ClearingReturn back = returned(before, before.transaction());
            if (back == null) {
                outcomes.add(stay(settling, record, before.transaction()));
                posted.remember(before);
                return;
            }
            settling = new OutcomeBuilder(night, record, back.suspended());
            settling.begin(back);
        }
        noteCard(settling, card, record);
        if (inOtherCurrency(card, record)) {
            outcomes.add(take(Suspense.keep(settling, record, BreakType.CURRENCY_MISMATCH)));
            return;
        }
        if (record.kind() == MessageKind.CLEARING_REVERSAL) {
            outcomes.add(take(reverse(settling, record)));
            return;
        }
        outcomes.add(
                take(
                        record.credit()
                                ? credit(settling, record, card)
                                : presentment(settling, record, card)));
        applyReversals(posted.ofArn(record), outcomes);
    }

    private void settle(SingleMessage single, List<ClearingOutcome> outcomes) {
        Transaction transaction = transactions.get(single.transaction());
        if (transaction == null
                || transaction.origin() != Origin.SINGLE_MESSAGE
                || transaction.status() != TransactionStatus.AUTHORIZED) {
            return;
        }
        Currency currency = transaction.currency();
        boolean agreed =
                !inOtherCurrency(single.settlement(), transaction.owner().cardId(), currency);
        SingleMessage settled = agreed ? single : single.inNoCycle();
        OutcomeBuilder settling = new OutcomeBuilder(night, settled, transaction);
        Money amount = new Money(transaction.authorizedMinor(), currency);
        Money network = settled.networkMoney(amount, transaction.amounts().requested());
        boolean refund = transaction.type() == TransactionType.REFUND;
        long refunded =
                refund ? 0 : lifecycles.refundsUncounted(transaction.keys().networkTxnId(), null);
        Transaction after =
                transaction
                        .clear(
                                amount.minor(),
                                transaction.merchantAmount(),
                                0,
                                transaction.createdAt())
                        .plusRefunded(refunded);
        settling.change(transaction, after);
        if (refund) {
            settling.credit(JournalEvent.SINGLE_MESSAGE, amount, network);
        } else {
            settling.charge(JournalEvent.SINGLE_MESSAGE, amount, network);
        }
        settling.book(
                settling.interchange(
                        transaction.type(),
                        settled.interchangeMinor(),
                        settled.interchangeCurrency(),
                        network.currency(),
                        false));
        // The cash is out: it is charged whatever the network settles it in, and told.
        if (!agreed) {
            settling.raiseBreak(BreakType.CURRENCY_MISMATCH, after.id(), amount);
        }
        outcomes.add(take(settling.done(Disposition.POSTED, after.id())));
        applyReversals(
                posted.all().stream()
                        .filter(other -> PresentmentMatcher.names(other.record(), after)),
                outcomes);
    }

    private ClearingOutcome credit(OutcomeBuilder settling, ClearingRecord record, CardFacts card) {
        RefundedPurchase purchase = lifecycles.refundedBy(record);
        CreditPosting posting = new CreditPosting(settling, record);
        if (record.posted() == null) {
            return posting.post(matcher.match(record, candidates()), card, purchase);
        }
        Transaction refund = transactions.get(record.posted());
        if (refund != null && refund.origin() == Origin.REFUND) {
            posting.supersede(matcher.match(record, candidates()));
        }
        return posting.book(record.posted(), purchase, cards.size() == 1);
    }

    /** Takes a record from its transaction; null where that cannot be done any more. */
    private @Nullable ClearingReturn returned(PostedClearing before, TransactionId from) {
        Transaction left = transactions.get(from);
        ClearingReturn back =
                left == null || mismatched(before.record())
                        ? null
                        : ClearingReturn.of(night, before, left, posted).orElse(null);
        if (back != null) {
            transactions.put(from, back.change().after());
        }
        return back;
    }

    /** A record that cannot be taken from its transaction any more: somebody has to look again. */
    private static ClearingOutcome stay(
            OutcomeBuilder settling, ClearingRecord record, TransactionId at) {
        settling.raiseBreak(BreakType.AMBIGUOUS_MATCH, at, record.amount());
        return settling.done(Disposition.WAITING, null);
    }

    /**
     * The transaction that an operator says a record belongs to, or the one that the rules find.
     * Where the operator says that it belongs to none, the network's own keys alone are asked: no
     * rule guesses at what a person has looked at.
     */
    private MatchResult match(ClearingRecord record) {
        TransactionId named = matches.get(record.id());
        if (record.transactionId().equals(named)) {
            return matcher.matchByName(record, candidates());
        }
        Transaction target = named == null ? null : transactions.get(named);
        return target == null
                ? matcher.match(record, candidates())
                : MatchResult.named(new Candidate(target, posted.to(target)));
    }

    private ClearingOutcome presentment(
            OutcomeBuilder settling, ClearingRecord record, CardFacts card) {
        MatchResult match = match(record);
        Candidate winner = match.winner();
        String lifecycle =
                winner == null
                        ? record.refs().keys().networkTxnId()
                        : winner.transaction().keys().networkTxnId();
        return new PresentmentPosting(
                        settling,
                        record,
                        card,
                        posted,
                        transactions.get(record.transactionId()),
                        lifecycles.refundsUncounted(lifecycle, record))
                .post(match);
    }

    // ---- what is taken back

    private ClearingOutcome reverse(OutcomeBuilder settling, ClearingRecord record) {
        ClearedOriginal original = originals.of(record);
        return original == null
                ? Suspense.keep(settling, record, BreakType.REVERSAL_UNMATCHED)
                : reverse(settling, record, original);
    }

    private ClearingOutcome reverse(
            OutcomeBuilder settling, ClearingRecord reversal, ClearedOriginal original) {
        return new ClearingReversalPosting(settling, reversal)
                .reverseClearing(original, lifecycles.purchaseOf(original));
    }

    /**
     * Something cleared: takes back of it what reversals say that came before it, and wait in
     * suspense. One that left suspense tonight has its own turn still to come.
     */
    private void applyReversals(Stream<PostedClearing> related, List<ClearingOutcome> outcomes) {
        List<PostedClearing> waiting =
                related.filter(PostedClearing::reversal)
                        .filter(other -> other.transaction() == null)
                        .filter(other -> !due.contains(other.record().id()))
                        .filter(other -> !mismatched(other.record()))
                        .toList();
        for (PostedClearing reversal : waiting) {
            ClearingRecord record = reversal.record();
            ClearedOriginal original = originals.of(record);
            if (original != null) {
                posted.forget(reversal);
                OutcomeBuilder settling = new OutcomeBuilder(night, record, reversal);
                outcomes.add(take(reverse(settling, record, original)));
            }
        }
    }

    // ---- the card

    private boolean mismatched(ClearingRecord record) {
        CardOwner owner = record.owner();
        CardFacts card = owner == null ? null : cards.get(owner.cardId());
        return card == null || inOtherCurrency(card, record);
    }

    private boolean inOtherCurrency(CardFacts card, ClearingRecord record) {
        return !record.amount().currency().equals(card.currency())
                || inOtherCurrency(record.settlement(), card.id(), card.currency());
    }

    /** True for a settlement in a currency in which the card's program is not settled. */
    private boolean inOtherCurrency(Settlement settlement, CardId card, Currency billed) {
        return settlement.otherThan(billed)
                && settlementCurrencies.getOrDefault(card, List.of()).stream()
                        .noneMatch(agreed -> agreed.covers(settlement));
    }

    private static void noteCard(OutcomeBuilder settling, CardFacts card, ClearingRecord record) {
        long minor = record.amount().minor();
        if (card.status() == CardStatus.TERMINATED) {
            settling.note(NoteSubject.CARD_TERMINATED, minor);
        } else if (card.status() == CardStatus.FROZEN) {
            settling.note(NoteSubject.CARD_FROZEN, minor);
        } else if (card.status() == CardStatus.PENDING) {
            settling.note(NoteSubject.CARD_PENDING, minor);
        }
        if (YearMonth.from(record.date()).isAfter(card.expiry())) {
            settling.note(NoteSubject.CARD_EXPIRED, minor);
        }
    }

    // ---- as it goes on

    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>(transactions.size());
        for (Transaction transaction : transactions.values()) {
            candidates.add(new Candidate(transaction, posted.to(transaction)));
        }
        return candidates;
    }

    private ClearingOutcome take(ClearingOutcome outcome) {
        for (Change change : outcome.changes()) {
            transactions.put(change.after().id(), change.after());
        }
        if (outcome.record() != null) {
            posted.remember(PostedClearing.after(outcome.record(), outcome));
        }
        return outcome;
    }
}
