package dev.countersign.reconcile.testkit.domain;

import dev.countersign.reconcile.domain.authorization.Authorizer;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.DecisionPolicy;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.HoldWindows;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.StatedAmount;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.domain.transaction.post.Posting;
import dev.countersign.reconcile.domain.transaction.post.PublishedDecisions;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One card, and what messages made of it: folds them one by one, as the service does, but remembers
 * everything and recognizes no repetition. After every step the running usage must be what the
 * card's transactions add up to.
 */
public final class FoldedCard {

    private MessagePosting messagePosting;
    private CardHistory history;
    private final Map<TransactionId, Transaction> transactions = new LinkedHashMap<>();
    private final Set<LocalDate> days = new TreeSet<>();
    private final Set<YearMonth> months = new TreeSet<>();
    private final List<Decision> answers = new ArrayList<>();
    private final List<Break> breaks = new ArrayList<>();

    private FoldedCard(
            CardExample card, MessagePosting messagePosting, @Nullable Long lineageVersion) {
        this.messagePosting = messagePosting;
        this.history =
                new CardHistory(
                        new CardPosition(
                                card.facts(), card.security(), SpendUsage.EMPTY, card.fundsMinor()),
                        List.of(),
                        List.of(),
                        lineageVersion);
    }

    public static FoldedCard of(CardExample card) {
        return of(card, DecisionPolicy.DEFAULT);
    }

    public static FoldedCard of(CardExample card, DecisionPolicy policy) {
        return new FoldedCard(
                card, new MessagePosting(new Authorizer(policy), HoldWindows.DEFAULT), null);
    }

    public static FoldedCard of(CardExample card, HoldWindows windows) {
        return of(card, new MessagePosting(new Authorizer(DecisionPolicy.DEFAULT), windows));
    }

    /** One whose messages are decided by this. */
    public static FoldedCard of(CardExample card, MessagePosting messagePosting) {
        return new FoldedCard(card, messagePosting, null);
    }

    // ---- what happens to it

    public Posting post(MessageExample example) {
        return post(example.entry());
    }

    public Posting post(FeedEntry entry) {
        load(entry.message().header().at());
        Posting posting = messagePosting.post(entry, history, MessageExample.DECIDED);
        take(posting);
        return posting;
    }

    /** Sets the windows of holds for all later messages. */
    public void decideBy(HoldWindows windows) {
        messagePosting = new MessagePosting(new Authorizer(DecisionPolicy.DEFAULT), windows);
    }

    public void postAll(Collection<MessageExample> examples) {
        examples.forEach(this::post);
    }

    /** The effects that folding a message would have now; nothing is remembered. */
    public Posting preview(MessageExample example) {
        load(example.sentAt());
        return messagePosting.post(example.entry(), history, MessageExample.DECIDED);
    }

    /** A message that was read before comes again: only time passes. */
    public Posting repeat(MessageExample example) {
        load(example.sentAt());
        Posting posting =
                messagePosting.passTime(
                        example.entry(), history, MessageExample.DECIDED, PublishedDecisions.NONE);
        take(posting);
        return posting;
    }

    /** The issuer changes the card; what the stream counts on it stays. */
    public void change(UnaryOperator<CardExample> change) {
        CardPosition now = history.position();
        CardFacts facts =
                change.apply(new CardExample(now.facts(), now.security(), now.fundsMinor()))
                        .facts();
        history =
                history.withPosition(
                        new CardPosition(facts, now.security(), now.usage(), now.fundsMinor()));
    }

    /**
     * A card comes in its place, and neither stands alone any more. Each counts only what its own
     * messages did.
     */
    public FoldedCard replace() {
        CardPosition now = history.position();
        CardExample card = new CardExample(now.facts(), now.security(), now.fundsMinor());
        history = new CardHistory(now, history.atHand(), history.early(), 1L);
        return new FoldedCard(card.replacement(), messagePosting, 1L);
    }

    /** The night posts the only clearing of a lifecycle: the rest of its hold is released. */
    public void settle(String lifecycle, long cleared) {
        Transaction before = transaction(lifecycle);
        remember(before, before.clear(cleared, null, 0, MessageExample.DECIDED));
    }

    /** The night lets the hold of a lifecycle go. */
    public void expire(String lifecycle) {
        Transaction before = transaction(lifecycle);
        remember(before, before.expire());
    }

    /** The night changed or made a transaction. */
    public void changed(Posting.Change change) {
        load(change.after().createdAt());
        remember(change.before(), change.after());
    }

    /** A force post of the night waits for its late authorization. */
    public void await(EarlyArrival arrival) {
        List<EarlyArrival> early = new ArrayList<>(history.early());
        early.add(arrival);
        history = history.withEarly(early);
    }

    /** The night posts a clearing that has no authorization; a late request can find it. */
    public void forcePost(MessageExample example) {
        load(example.sentAt());
        NetworkRefs refs = refs(example);
        FoldedCard like = FoldedCard.of(CardExample.aCard());
        like.post(
                MessageExample.aRequest()
                        .at(example.sentAt())
                        .ofLifecycle(refs.keys().networkTxnId()));
        Transaction made =
                settled(
                        like.transactions().getFirst(),
                        Origin.FORCE_POST,
                        Amounts.cleared(example.amount()));
        remember(null, made);
        await(
                new EarlyArrival(
                        example.entry().identity(),
                        CardExample.ID,
                        EarlyArrival.Kind.FORCE_POST,
                        refs.keys(),
                        null,
                        new StatedAmount(
                                example.amount(), null, made.claim().amount(), example.sentAt()),
                        made.id(),
                        null));
    }

    // ---- what became of it

    public CardHistory history() {
        return history;
    }

    public CardPosition position() {
        return history.position();
    }

    public List<Transaction> transactions() {
        return List.copyOf(transactions.values());
    }

    /** The only transaction of a lifecycle. */
    public Transaction transaction(String lifecycle) {
        List<Transaction> found = transactions(lifecycle);
        if (found.size() != 1) {
            throw new AssertionError(
                    "not one transaction of " + lifecycle + " but " + found.size());
        }
        return found.getFirst();
    }

    public List<Transaction> transactions(String lifecycle) {
        return transactions.values().stream()
                .filter(transaction -> lifecycle.equals(transaction.keys().networkTxnId()))
                .toList();
    }

    /** Status and held amount of a lifecycle, such as {@code "authorized 700"}. */
    public String hold(String lifecycle) {
        Transaction transaction = transaction(lifecycle);
        return transaction.status().wire() + " " + transaction.amounts().held();
    }

    public long held() {
        return transactions.values().stream().mapToLong(one -> one.amounts().held()).sum();
    }

    public long usedOn(String day) {
        return history.position().usage().onDayOf(noon(LocalDate.parse(day)));
    }

    public long usedIn(String month) {
        return history.position().usage().inMonthOf(noon(YearMonth.parse(month).atDay(1)));
    }

    public List<Decision> answers() {
        return List.copyOf(answers);
    }

    public Decision lastAnswer() {
        return answers.getLast();
    }

    /** Such as {@code "REVERSAL_EXCEEDS 2000"}, in the order they were found. */
    public List<String> breaks() {
        return breaks.stream()
                .map(one -> one.type() + " " + Objects.requireNonNull(one.difference()).minor())
                .toList();
    }

    // ---- usage

    private void load(Instant at) {
        LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
        boolean newDay = days.add(day);
        boolean newMonth = months.add(YearMonth.from(day));
        if (newDay || newMonth) {
            history = history.withPosition(history.position().withUsage(recomputed()));
        }
    }

    private void take(Posting posting) {
        for (Posting.Change change : posting.changes()) {
            transactions.put(change.after().id(), change.after());
        }
        answers.addAll(posting.answers());
        breaks.addAll(posting.breaks());
        history = Objects.requireNonNull(posting.after());
        check();
    }

    private void remember(@Nullable Transaction before, Transaction after) {
        transactions.put(after.id(), after);
        history =
                history.with(after)
                        .withPosition(
                                new Posting.Change(before, after).countIn(history.position()));
        check();
    }

    private void check() {
        if (history.position().usage().saturated()) {
            // As the service does: such a sum is read again before it goes down.
            history = history.withPosition(history.position().withUsage(recomputed()));
            return;
        }
        SpendUsage running = history.position().usage();
        SpendUsage expected = recomputed();
        BigInteger total = BigInteger.ZERO;
        for (LocalDate day : days) {
            same(day, running.onDayOf(noon(day)), expected.onDayOf(noon(day)));
            total = total.add(BigInteger.valueOf(running.onDayOf(noon(day))));
        }
        for (YearMonth month : months) {
            Instant at = noon(month.atDay(1));
            same(month, running.inMonthOf(at), expected.inMonthOf(at));
        }
        BigInteger counted = BigInteger.ZERO;
        for (Transaction transaction : transactions.values()) {
            if (transaction.type() != TransactionType.REFUND) {
                counted = counted.add(BigInteger.valueOf(transaction.amounts().counted()));
            }
        }
        same("all days", total, counted);
    }

    private static void same(Object period, Object running, Object expected) {
        if (!running.equals(expected)) {
            throw new AssertionError(
                    "usage of "
                            + period
                            + " runs at "
                            + running
                            + " but its transactions make "
                            + expected);
        }
    }

    /** Usage from the transactions alone, by the rule that the fold itself counts with. */
    private SpendUsage recomputed() {
        SpendUsage empty = SpendUsage.EMPTY;
        for (LocalDate day : days) {
            empty = empty.withDay(day, 0);
        }
        for (YearMonth month : months) {
            empty = empty.withMonth(month, 0);
        }
        CardPosition position = history.position().withUsage(empty).withFunds(null);
        for (Transaction transaction : transactions.values()) {
            position = new Posting.Change(null, transaction).countIn(position);
        }
        return position.usage();
    }

    private static Instant noon(LocalDate day) {
        return day.atTime(12, 0).toInstant(ZoneOffset.UTC);
    }

    private static NetworkRefs refs(MessageExample example) {
        return example.message().activity().refs();
    }

    private static Transaction settled(Transaction of, Origin origin, Amounts amounts) {
        return new Transaction(
                of.id(),
                of.message(),
                of.owner(),
                origin,
                of.type(),
                TransactionStatus.SETTLED,
                amounts,
                of.currency(),
                of.hold(),
                of.claim(),
                of.network(),
                of.keys(),
                of.decision(),
                of.skewed(),
                of.version() + 1,
                of.createdAt(),
                of.decidedAt(),
                of.settledAt() == null ? MessageExample.DECIDED : of.settledAt());
    }
}
