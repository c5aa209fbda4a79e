package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.Break;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.Answer;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Originals;
import dev.countersign.reconcile.domain.transaction.Poster;
import dev.countersign.reconcile.domain.transaction.Posting;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.CardChangeStore;
import dev.countersign.reconcile.store.CardPositionStore.Period;
import dev.countersign.reconcile.store.CardPositionStore.Spent;
import dev.countersign.reconcile.store.MessageStore.Known;
import dev.countersign.reconcile.store.TransactionStore.Wanted;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides batches of the feed for one owner: fetch what the messages need, fold them in memory,
 * record everything in one database transaction. Deciding and recording are apart, so that the next
 * batch can be decided while the one before is being written.
 *
 * <p>The cache of cards is exact. Whoever changes a card outside the stream writes the change log
 * in the same transaction; it is read before each batch, and once more, under a lock, before the
 * batch is recorded. {@link #decide} belongs to the owner's thread, {@link #record} to its
 * writer's.
 */
public final class FeedPosting {

    /** How many messages back a repetition is recognized without asking the database. */
    private static final int IDENTITIES_MAX = 100_000;

    private final Database database;
    private final FeedStores stores;
    private final Poster poster;
    private final InstantSource clock;
    private final CardCache cache;
    private CardChangeStore.@Nullable Seen seen;
    private boolean suspicious = true;

    public FeedPosting(
            Database database,
            FeedStores stores,
            Poster poster,
            InstantSource clock,
            int cachedCardsMax) {
        this(database, stores, poster, clock, cachedCardsMax, IDENTITIES_MAX);
    }

    FeedPosting(
            Database database,
            FeedStores stores,
            Poster poster,
            InstantSource clock,
            int cachedCardsMax,
            int identitiesMax) {
        this.database = database;
        this.stores = stores;
        this.poster = poster;
        this.clock = clock;
        this.cache = new CardCache(cachedCardsMax, identitiesMax);
    }

    /** Decides and records a batch. */
    public List<Answer> post(FeedBatch batch) {
        DecidedBatch decided = decide(batch, null, () -> {});
        record(decided);
        return decided.answers();
    }

    /** Drops all that is cached: after a refused batch, or when partitions go. */
    public void forget() {
        cache.clear();
        seen = null;
        suspicious = true;
    }

    /**
     * Decides a batch in memory.
     *
     * @param inFlight the batch before, when it is still being recorded
     * @param awaitInFlight returns when it is recorded; called before the database is read for
     *     anything that it touches
     */
    public DecidedBatch decide(
            FeedBatch batch, @Nullable DecidedBatch inFlight, Runnable awaitInFlight) {
        InFlight writing = new InFlight(inFlight, awaitInFlight);
        CardChangeStore.Seen horizon = dropChanged();
        DecidedBatch decided = new DecidedBatch(batch, horizon);
        Map<UUID, Known> known = known(batch.entries(), writing);
        Map<CardId, CardHistory> cards = cards(batch.entries(), writing);
        fetchUsage(batch.entries(), cards, writing);
        fetchOriginals(batch.entries(), cards, writing);
        Instant now = clock.instant();
        for (FeedEntry entry : batch.entries()) {
            fold(entry, cards, known, decided, now);
        }
        cache.put(cards.values());
        suspicious = false;
        return decided;
    }

    // ---- fetch

    private CardChangeStore.Seen dropChanged() {
        CardChangeStore.Seen before = seen;
        CardChangeStore.Seen after;
        if (before == null) {
            after = database.read(stores.changes()::begin);
        } else {
            CardChangeStore.News news =
                    database.read(handle -> stores.changes().since(handle, before));
            cache.drop(news.cards());
            after = news.seen();
        }
        seen = after;
        return after;
    }

    /**
     * What was recorded before. In the ordinary case nobody is asked: the identities of the last
     * messages are remembered, and the unique index stands behind. Asked are those that were seen,
     * that say they are repetitions, or whose card is cold; and all, after a batch was refused.
     */
    private Map<UUID, Known> known(List<FeedEntry> entries, InFlight inFlight) {
        Set<UUID> asked = new LinkedHashSet<>();
        for (FeedEntry entry : entries) {
            CardId card = cardOf(entry.message());
            boolean ask =
                    suspicious
                            || entry.message().header().repeat()
                            || cache.remembers(entry.identity())
                            || card == null
                            || !cache.holds(card);
            if (ask) {
                asked.add(entry.identity());
                inFlight.settleIf(inFlight.holds(entry.identity()));
            }
            cache.remember(entry.identity());
        }
        Map<UUID, Known> known = new HashMap<>();
        if (!asked.isEmpty()) {
            for (Known found : database.read(handle -> stores.known(handle, asked))) {
                known.put(found.identity(), found);
            }
        }
        return known;
    }

    private Map<CardId, CardHistory> cards(List<FeedEntry> entries, InFlight inFlight) {
        Map<CardId, CardHistory> cards = new LinkedHashMap<>();
        Set<CardId> cold = new LinkedHashSet<>();
        for (FeedEntry entry : entries) {
            CardId card = cardOf(entry.message());
            if (card == null || cards.containsKey(card)) {
                continue;
            }
            CardHistory cached = cache.get(card);
            if (cached == null) {
                cold.add(card);
                inFlight.settleIf(inFlight.touches(card));
            } else {
                cards.put(card, cached);
            }
        }
        if (!cold.isEmpty()) {
            for (CardHistory history : database.read(handle -> stores.histories(handle, cold))) {
                cards.put(history.position().facts().id(), history);
            }
        }
        return cards;
    }

    private void fetchUsage(
            List<FeedEntry> entries, Map<CardId, CardHistory> cards, InFlight inFlight) {
        Map<Period, List<CardId>> missing = new LinkedHashMap<>();
        for (FeedEntry entry : entries) {
            CardHistory history = historyOf(entry, cards);
            if (history == null) {
                continue;
            }
            need(history, entry.message().header().at(), missing, inFlight);
            for (EarlyArrival arrival : history.early()) {
                if (arrival.parked() != null) {
                    need(history, arrival.arrivedAt(), missing, inFlight);
                }
            }
        }
        List<Period> periods = List.copyOf(missing.keySet());
        List<Spent> spent =
                periods.isEmpty()
                        ? List.of()
                        : database.read(handle -> stores.positions().spent(handle, periods));
        for (int i = 0; i < periods.size(); i++) {
            for (CardId card : missing.getOrDefault(periods.get(i), List.of())) {
                CardHistory history = cards.get(card);
                if (history != null) {
                    CardPosition position = history.position();
                    cards.put(
                            card,
                            history.withPosition(
                                    position.withUsage(
                                            spent.get(i)
                                                    .onto(
                                                            position.usage(),
                                                            periods.get(i).day()))));
                }
            }
        }
    }

    private void need(
            CardHistory history, Instant at, Map<Period, List<CardId>> missing, InFlight inFlight) {
        CardFacts facts = history.position().facts();
        if (!history.position().usage().covers(at)) {
            Period period = Period.of(facts.lineage(), at);
            List<CardId> wanting = missing.computeIfAbsent(period, unseen -> new ArrayList<>(1));
            if (!wanting.contains(facts.id())) {
                wanting.add(facts.id());
            }
            inFlight.settleIf(inFlight.touches(facts.id()));
        }
    }

    private void fetchOriginals(
            List<FeedEntry> entries, Map<CardId, CardHistory> cards, InFlight inFlight) {
        Set<Wanted> wanted = new LinkedHashSet<>();
        for (FeedEntry entry : entries) {
            CardHistory history = historyOf(entry, cards);
            if (history == null) {
                continue;
            }
            int before = wanted.size();
            collectWanted(entry.message(), history, wanted);
            inFlight.settleIf(
                    wanted.size() > before && inFlight.touches(history.position().facts().id()));
        }
        if (wanted.isEmpty()) {
            return;
        }
        List<Transaction> found =
                database.read(handle -> stores.transactions().wanted(handle, List.copyOf(wanted)));
        for (Transaction transaction : found) {
            cards.computeIfPresent(
                    transaction.holder().cardId(),
                    (card, history) ->
                            history.latest(at -> at.id().equals(transaction.id())) == null
                                    ? history.with(transaction)
                                    : history);
        }
    }

    private static void collectWanted(
            NetworkMessage message, CardHistory history, Set<Wanted> wanted) {
        if (!(message instanceof NetworkMessage.OfCard ofCard)) {
            return;
        }
        CardId card = history.position().facts().id();
        Instant at = message.header().at();
        for (EarlyArrival arrival : history.early()) {
            if (arrival.transactionId() != null && !atHand(history, arrival)) {
                wanted.add(new Wanted(card, arrival.transactionId(), null));
            }
        }
        if (message instanceof NetworkMessage.Clearing clearing) {
            Originals purchase = Originals.refundedBy(clearing.activity().refs(), at);
            if (clearing.kind() == MessageKind.REFUND) {
                want(card, purchase, history, wanted);
                want(card, Originals.namedBy(clearing.activity().refs(), at), history, wanted);
            }
        } else if (!(message instanceof NetworkMessage.AuthorizationRequest)) {
            want(card, Originals.namedBy(ofCard.activity().refs(), at), history, wanted);
        }
    }

    private static void want(
            CardId card, @Nullable Originals original, CardHistory history, Set<Wanted> wanted) {
        if (original != null && original.named() && !original.answeredBy(history)) {
            wanted.add(new Wanted(card, null, original));
        }
    }

    private static boolean atHand(CardHistory history, EarlyArrival arrival) {
        return history.latest(at -> at.id().equals(arrival.transactionId())) != null;
    }

    // ---- fold

    private void fold(
            FeedEntry entry,
            Map<CardId, CardHistory> cards,
            Map<UUID, Known> known,
            DecidedBatch decided,
            Instant now) {
        Known before = known.get(entry.identity());
        CardId card = cardOf(entry.message());
        CardHistory history = card == null ? null : cards.get(card);
        if (before != null) {
            repeat(entry, before, cards, known, decided, now);
            return;
        }
        decided.addIdentity(entry.identity());
        Posting posting = poster.post(entry, history, now);
        take(posting, history, cards, decided);
        remember(entry, posting, known);
    }

    private static void take(
            Posting posting,
            @Nullable CardHistory before,
            Map<CardId, CardHistory> cards,
            DecidedBatch decided) {
        CardHistory after = posting.after();
        if (before == null || after == null) {
            decided.add(posting);
            return;
        }
        decided.add(posting, before, after);
        CardFacts facts = before.position().facts();
        cards.put(facts.id(), after);
        if (before.lineageVersion() != null) {
            shareUsage(posting, facts, cards);
        }
    }

    /** Cards of one lineage spend from the same limits, within a batch too. */
    private static void shareUsage(
            Posting posting, CardFacts spender, Map<CardId, CardHistory> cards) {
        for (Map.Entry<CardId, CardHistory> other : cards.entrySet()) {
            CardFacts facts = other.getValue().position().facts();
            if (facts.lineage().equals(spender.lineage()) && !facts.id().equals(spender.id())) {
                CardPosition position = other.getValue().position();
                for (Posting.Change change : posting.changes()) {
                    position = change.countIn(position);
                }
                other.setValue(other.getValue().withPosition(position));
            }
        }
    }

    /** The same again gets the same answer; the same identity with other content is a break. */
    private void repeat(
            FeedEntry entry,
            Known before,
            Map<CardId, CardHistory> cards,
            Map<UUID, Known> known,
            DecidedBatch decided,
            Instant now) {
        CardId card = cardOf(entry.message());
        CardHistory history = card == null ? null : cards.get(card);
        if (before.payloadHash() != entry.payloadHash()) {
            decided.addBreak(conflict(entry, history));
            return;
        }
        if (card != null && history != null) {
            Posting posting = poster.passTime(entry, history, now);
            take(posting, history, cards, decided);
            remember(entry, posting, known);
        }
        if (before.answer() != null) {
            decided.addAnswer(before.answer());
        }
    }

    /** What a later message of the same batch must know about this one. */
    private static void remember(FeedEntry entry, Posting posting, Map<UUID, Known> known) {
        boolean waiting = false;
        for (RecordedMessage message : posting.messages()) {
            UUID identity = message.entry().identity();
            boolean waits = message.outcome() == RecordedMessage.Outcome.WAITING;
            known.put(
                    identity,
                    new Known(identity, message.entry().payloadHash(), message.answer(), waits));
            waiting |= identity.equals(entry.identity());
        }
        if (!waiting) {
            Answer own =
                    posting.answers().stream()
                            .filter(
                                    answer ->
                                            answer.inReplyTo()
                                                    .equals(entry.message().header().messageId()))
                            .findFirst()
                            .orElse(null);
            known.putIfAbsent(
                    entry.identity(), new Known(entry.identity(), entry.payloadHash(), own, false));
        }
    }

    private static Break conflict(FeedEntry entry, @Nullable CardHistory history) {
        CardFacts facts = history == null ? null : history.position().facts();
        Money amount =
                entry.message() instanceof NetworkMessage.OfCard message
                        ? message.activity().amount()
                        : null;
        return new Break(
                BreakType.DEDUPE_CONFLICT,
                entry.identity(),
                facts == null ? null : facts.accountId(),
                facts == null ? null : facts.mode(),
                facts == null ? null : facts.id(),
                null,
                amount,
                entry.message().header().at(),
                entry.payload());
    }

    // ---- record

    /**
     * Records a decided batch, all of it or nothing.
     *
     * @throws BatchRefused when something stands against it; nothing is recorded then
     */
    public void record(DecidedBatch decided) {
        stores.record(database, decided);
    }

    /**
     * The answers that messages got which were decided before: for the stretch between what was
     * decided and what was answered, after a crash.
     */
    public List<Answer> answersOf(FeedBatch batch) {
        return database.read(handle -> stores.answersOf(handle, batch));
    }

    private static @Nullable CardHistory historyOf(
            FeedEntry entry, Map<CardId, CardHistory> cards) {
        CardId card = cardOf(entry.message());
        return card == null ? null : cards.get(card);
    }

    static @Nullable CardId cardOf(NetworkMessage message) {
        return switch (message) {
            case NetworkMessage.OfCard ofCard -> ofCard.activity().card().id();
            case NetworkMessage.Recorded recorded ->
                    recorded.card() == null ? null : recorded.card().id();
        };
    }

    /** The batch that is being recorded while this one is decided. */
    private static final class InFlight {

        private @Nullable DecidedBatch batch;
        private final Runnable await;

        InFlight(@Nullable DecidedBatch batch, Runnable await) {
            this.batch = batch;
            this.await = await;
        }

        boolean touches(CardId card) {
            return batch != null && batch.touches(card);
        }

        boolean holds(UUID identity) {
            return batch != null && batch.holds(identity);
        }

        /** What the database does not show yet must be there before it is read. */
        void settleIf(boolean needed) {
            if (needed) {
                await.run();
                batch = null;
            }
        }
    }
}
