package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.RecordOnlyMessage;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.cache.CardCache;
import dev.countersign.reconcile.store.console.ProviderMoveStore.SubjectState;
import dev.countersign.reconcile.store.feed.CardPositionStore.Period;
import dev.countersign.reconcile.store.feed.CardPositionStore.PeriodSpend;
import dev.countersign.reconcile.store.feed.MessageStore;
import dev.countersign.reconcile.store.feed.TransactionStore.TransactionReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Fetches what the messages of one batch need, with few questions for all of them: what is at hand
 * is not asked for, what the batches in flight say is taken from them, and what they may change is
 * asked for only when they have landed.
 */
record BatchFetch(
        Database database,
        FeedStores stores,
        CardCache cache,
        LastIdentities identities,
        List<FeedEntry> entries,
        UnrecordedBatches inFlight) {

    /**
     * Returns the messages that were recorded before. In the ordinary case the database is not
     * asked: the identities of the last messages are remembered, and the unique index stands behind
     * them. It is asked for messages that were seen, that say they are repetitions, or whose card
     * is cold. It is asked for all messages for a while after a start or a refusal.
     */
    Map<UUID, MessageStore.ProcessedMessage> known(boolean suspicious) {
        Map<UUID, MessageStore.ProcessedMessage> known = HashMap.newHashMap(entries.size());
        List<FeedEntry> asked = new ArrayList<>();
        for (FeedEntry entry : entries) {
            CardId card = entry.cardId();
            boolean ask =
                    identities.remember(entry.identity())
                            || suspicious
                            || entry.message().header().repeat()
                            || card == null
                            || !cache.holds(card);
            if (ask) {
                MessageStore.ProcessedMessage processed = inFlight.processed(entry.identity());
                if (processed != null
                        && processed.offset().partition() == entry.offset().partition()) {
                    known.put(entry.identity(), processed);
                } else {
                    // Of another partition, this batch could be recorded though that one is not.
                    inFlight.settleIf(processed != null);
                    asked.add(entry);
                }
            }
        }
        if (!asked.isEmpty()) {
            for (MessageStore.ProcessedMessage found :
                    database.read(handle -> stores.known(handle, asked))) {
                known.put(found.identity(), found);
            }
        }
        return known;
    }

    /** The cards with all that these messages need of them. */
    Map<CardId, CardHistory> cards() {
        Map<CardId, CardHistory> cards = positions();
        fetchUsage(cards);
        fetchOriginals(cards);
        return cards;
    }

    /**
     * Returns the standings of the things that notices are about, by their ids as they are written.
     */
    Map<String, SubjectState> subjectStates() {
        List<String> subjects =
                entries.stream()
                        .map(FeedEntry::message)
                        .filter(RecordOnlyMessage.class::isInstance)
                        .map(message -> ((RecordOnlyMessage) message).notice())
                        .filter(Objects::nonNull)
                        .map(Notice::subject)
                        .toList();
        if (subjects.isEmpty()) {
            return Map.of();
        }
        inFlight.settleIf(inFlight.moved());
        return database.read(handle -> stores.moves().states(handle, subjects));
    }

    private Map<CardId, CardHistory> positions() {
        Map<CardId, CardHistory> cards = LinkedHashMap.newLinkedHashMap(entries.size());
        Set<CardId> cold = new LinkedHashSet<>();
        for (FeedEntry entry : entries) {
            CardId card = entry.cardId();
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
        for (CardFacts facts : overtaken(cards.values())) {
            cards.remove(facts.id());
            cold.add(facts.id());
            inFlight.settleIf(
                    inFlight.touches(facts.id()) || inFlight.versionOf(facts.lineage()) != null);
        }
        if (!cold.isEmpty()) {
            for (CardHistory history : database.read(handle -> stores.histories(handle, cold))) {
                CardHistory known = cache.withUsage(history);
                cards.put(history.position().facts().id(), known == null ? history : known);
            }
        }
        return cards;
    }

    /**
     * The cards whose lineage moved since they were at hand, by whoever owns another card of it.
     */
    private List<CardFacts> overtaken(Collection<CardHistory> cached) {
        List<CardHistory> linked = cached.stream().filter(history -> !history.alone()).toList();
        if (linked.isEmpty()) {
            return List.of();
        }
        Set<UUID> lineages = HashSet.newHashSet(linked.size());
        linked.forEach(history -> lineages.add(history.position().facts().lineage()));
        Map<UUID, Long> versions =
                database.read(handle -> stores.positions().lineages(handle, lineages));
        List<CardFacts> overtaken = new ArrayList<>();
        for (CardHistory history : linked) {
            CardFacts facts = history.position().facts();
            Long moving = inFlight.versionOf(facts.lineage());
            Long now = moving == null ? versions.get(facts.lineage()) : moving;
            if (!Objects.equals(history.lineageVersion(), now)) {
                overtaken.add(facts);
            }
        }
        return overtaken;
    }

    private void fetchUsage(Map<CardId, CardHistory> cards) {
        Map<Period, List<CardId>> missing = new LinkedHashMap<>();
        for (FeedEntry entry : entries) {
            CardHistory history = historyOf(entry, cards);
            if (history == null) {
                continue;
            }
            CardId card = history.position().facts().id();
            need(card, entry.message().header().at(), cards, missing);
            for (EarlyArrival arrival : history.early()) {
                if (arrival.parked() != null) {
                    need(card, arrival.arrivedAt(), cards, missing);
                }
            }
        }
        if (missing.isEmpty()) {
            return;
        }
        Map<Period, PeriodSpend> spent =
                database.read(handle -> stores.positions().spent(handle, missing.keySet()));
        missing.forEach(
                (period, wanting) -> {
                    PeriodSpend found = Objects.requireNonNull(spent.get(period));
                    for (CardId card : wanting) {
                        cards.computeIfPresent(
                                card, (id, history) -> found.onto(history, period.day()));
                    }
                });
    }

    /** Midnight costs no question: a card of which all is known goes on to the next day. */
    private void need(
            CardId card,
            Instant at,
            Map<CardId, CardHistory> cards,
            Map<Period, List<CardId>> missing) {
        CardHistory history = Objects.requireNonNull(cards.get(card));
        CardPosition position = history.position();
        SpendUsage usage = position.usage().through(at);
        if (!usage.covers(at)) {
            Period period = Period.of(history, at);
            List<CardId> wanting = missing.computeIfAbsent(period, unseen -> new ArrayList<>(1));
            if (!wanting.contains(card)) {
                wanting.add(card);
            }
            inFlight.settleIf(inFlight.touches(card));
        } else if (usage != position.usage()) {
            cards.put(card, history.withPosition(position.withUsage(usage)));
        }
    }

    private void fetchOriginals(Map<CardId, CardHistory> cards) {
        Set<TransactionReference> wanted = new LinkedHashSet<>();
        for (FeedEntry entry : entries) {
            CardHistory history = historyOf(entry, cards);
            if (history == null) {
                continue;
            }
            collectWanted(entry, history, wanted);
        }
        if (wanted.isEmpty()) {
            return;
        }
        inFlight.settleIf(wanted.stream().anyMatch(inFlight::mayAnswer));
        List<Transaction> found =
                database.read(handle -> stores.transactions().wanted(handle, List.copyOf(wanted)));
        for (Transaction transaction : found) {
            cards.computeIfPresent(
                    transaction.owner().cardId(),
                    (card, history) ->
                            history.latest(at -> at.id().equals(transaction.id())) == null
                                    ? history.with(transaction)
                                    : history);
        }
    }

    private static void collectWanted(
            FeedEntry entry, CardHistory history, Set<TransactionReference> wanted) {
        if (!(entry.message() instanceof NetworkMessage.CardMessage message)) {
            return;
        }
        CardId card = history.position().facts().id();
        Instant at = message.header().at();
        for (EarlyArrival arrival : history.early()) {
            if (arrival.madeFor(entry) && !atHand(history, arrival)) {
                wanted.add(TransactionReference.made(card, arrival.transactionId()));
            }
        }
        if (message instanceof NetworkMessage.Clearing clearing) {
            if (clearing.kind() == MessageKind.REFUND) {
                want(
                        card,
                        OriginalReference.refundedBy(clearing.activity().refs(), at),
                        history,
                        wanted);
                wanted.add(TransactionReference.openRefunds(card, at));
            }
        } else if (!(message instanceof NetworkMessage.AuthorizationRequest)) {
            want(card, OriginalReference.namedBy(message.activity().refs(), at), history, wanted);
        }
    }

    private static void want(
            CardId card,
            @Nullable OriginalReference original,
            CardHistory history,
            Set<TransactionReference> wanted) {
        if (original != null && original.named() && !original.answeredBy(history)) {
            wanted.add(TransactionReference.named(card, original));
        }
    }

    private static boolean atHand(CardHistory history, EarlyArrival arrival) {
        return history.latest(at -> at.id().equals(arrival.transactionId())) != null;
    }

    static @Nullable CardHistory historyOf(FeedEntry entry, Map<CardId, CardHistory> cards) {
        CardId card = entry.cardId();
        return card == null ? null : cards.get(card);
    }
}
