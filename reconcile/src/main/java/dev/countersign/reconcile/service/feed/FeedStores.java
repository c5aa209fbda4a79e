package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageReader;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.BatchFunds.Draw;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.console.ProviderMoveStore;
import dev.countersign.reconcile.store.event.StateChangeStore;
import dev.countersign.reconcile.store.feed.CardPositionStore;
import dev.countersign.reconcile.store.feed.EarlyArrivalStore;
import dev.countersign.reconcile.store.feed.FeedLock;
import dev.countersign.reconcile.store.feed.FeedPositionStore;
import dev.countersign.reconcile.store.feed.MessageStore;
import dev.countersign.reconcile.store.feed.SingleMessageStore;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.feed.TransactionStore.ChangedRow;
import dev.countersign.reconcile.store.funding.FundingStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore.ChangeAnswer;
import dev.countersign.reconcile.store.settlement.ClearingStore;
import dev.countersign.reconcile.store.sql.RoundTrip;
import dev.countersign.reconcile.store.sql.RoundTrip.TripAnswer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/** The stores that the feed reads and writes, and how a batch goes through all of them. */
public record FeedStores(
        TransactionStore transactions,
        MessageStore messages,
        ClearingStore clearings,
        CardPositionStore positions,
        EarlyArrivalStore early,
        BreakStore breaks,
        CardChangeStore changes,
        ProviderMoveStore moves,
        SingleMessageStore singles,
        FeedPositionStore feed,
        FundingStore funding,
        StateChangeStore noted) {

    private static final String UNIQUE_VIOLATION = "23505";
    private static final String DEADLOCK = "40P01";

    /** The stores; messages that were kept as they came are read again by this reader. */
    public static FeedStores with(MessageReader reader) {
        return new FeedStores(
                new TransactionStore(),
                new MessageStore(),
                new ClearingStore(),
                new CardPositionStore(),
                new EarlyArrivalStore(reader),
                new BreakStore(),
                new CardChangeStore(),
                new ProviderMoveStore(),
                new SingleMessageStore(),
                new FeedPositionStore(),
                new FundingStore(),
                new StateChangeStore());
    }

    List<MessageStore.ProcessedMessage> known(Handle handle, Collection<FeedEntry> entries) {
        Map<UUID, MessageStore.ProcessedMessage> known = new HashMap<>();
        List<UUID> identities = entries.stream().map(FeedEntry::identity).toList();
        transactions.known(handle, entries).forEach(found -> known.put(found.identity(), found));
        clearings.known(handle, identities).forEach(found -> known.put(found.identity(), found));
        messages.knownMessages(handle, identities)
                .forEach(found -> known.put(found.identity(), found));
        return List.copyOf(known.values());
    }

    List<CardHistory> histories(Handle handle, Collection<CardId> cards) {
        Map<CardId, List<EarlyArrival>> waiting = new HashMap<>();
        for (EarlyArrival arrival : early.load(handle, cards)) {
            waiting.computeIfAbsent(arrival.cardId(), card -> new ArrayList<>()).add(arrival);
        }
        return positions.load(handle, cards).stream()
                .map(
                        history ->
                                history.withEarly(
                                        waiting.getOrDefault(
                                                history.position().facts().id(), List.of())))
                .toList();
    }

    List<Decision> answersOf(Handle handle, FeedBatch batch) {
        Map<UUID, MessageStore.ProcessedMessage> known = new HashMap<>();
        Set<UUID> identities = new HashSet<>();
        Set<UUID> cards = new LinkedHashSet<>();
        for (FeedEntry entry : batch.entries()) {
            identities.add(entry.identity());
            CardId card = entry.cardId();
            if (card != null) {
                cards.add(card.value());
            }
        }
        known(handle, batch.entries()).forEach(found -> known.put(found.identity(), found));
        List<Decision> answers = new ArrayList<>();
        batch.entries().stream()
                .map(entry -> known.get(entry.identity()))
                .filter(Objects::nonNull)
                .map(MessageStore.ProcessedMessage::answer)
                .filter(Objects::nonNull)
                .forEach(answers::add);
        for (FeedBatch.OffsetRange range : batch.offsetRanges()) {
            messages
                    .increments(handle, cards, range.partition(), range.from(), range.to() - 1)
                    .stream()
                    .filter(found -> !identities.contains(found.identity()))
                    .map(MessageStore.ProcessedMessage::answer)
                    .filter(Objects::nonNull)
                    .forEach(answers::add);
        }
        return answers;
    }

    /**
     * Records a batch. New transactions can be written before anything is looked at, since nobody
     * sees them until all is well, though who writes the same ones waits. The lock comes after the
     * batch before it was awaited: a change of a card must be able to go between the two. The
     * funding accounts come last of all: a batch that has one of them waits for nothing but the
     * disk.
     *
     * @return what each funding account that the batch draws on has left
     */
    Map<FundingId, Long> record(Database database, DecidedBatch decided, Runnable awaitBefore) {
        return refusingKnown(
                () ->
                        database.atomically(
                                handle -> {
                                    transactions.insert(handle, decided.newTransactions());
                                    awaitBefore.run();
                                    RoundTrip trip = new RoundTrip();
                                    FeedLock.shared(trip);
                                    write(handle, trip, decided);
                                    return draw(handle, decided.draws());
                                }));
    }

    /**
     * Decides a batch on what its funding accounts have left, and records it before any other can
     * draw on them: for accounts that have too little left to be guessed. The transactions and the
     * lineages that it may change are locked before the accounts, in the order in which others
     * write them.
     *
     * @param cards that its messages are of, with the transactions that these may change
     */
    BatchFold decideOn(
            Database database,
            Set<FundingId> payers,
            Collection<CardHistory> cards,
            Function<Map<FundingId, Long>, BatchFold> decide) {
        Set<TransactionId> named = new HashSet<>();
        Set<UUID> lineages = new HashSet<>();
        for (CardHistory history : cards) {
            history.atHand().forEach(transaction -> named.add(transaction.id()));
            if (!history.alone()) {
                lineages.add(history.position().facts().lineage());
            }
        }
        return refusingKnown(
                () ->
                        database.atomically(
                                handle -> {
                                    FeedLock.shared(handle);
                                    if (!named.isEmpty()) {
                                        transactions.lock(handle, named);
                                    }
                                    if (!lineages.isEmpty()) {
                                        positions.lockLineages(handle, lineages);
                                    }
                                    BatchFold fold = decide.apply(funding.lock(handle, payers));
                                    DecidedBatch decided = fold.decided();
                                    transactions.insert(handle, decided.newTransactions());
                                    write(handle, new RoundTrip(), decided);
                                    var unused = draw(handle, decided.draws());
                                    return fold;
                                }));
    }

    /** A batch that two writers of the same rows stopped each other over is decided again, too. */
    private static <T> T refusingKnown(Supplier<T> work) {
        try {
            return work.get();
        } catch (JdbiException e) {
            if (is(UNIQUE_VIOLATION, e)) {
                throw new BatchRefusedException(BatchRefusedException.RefusalReason.KNOWN_MESSAGE);
            }
            if (is(DEADLOCK, e)) {
                throw new BatchRefusedException(
                        BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);
            }
            throw e;
        }
    }

    /** Holds what was drawn, where each account still has what was needed of it. */
    private Map<FundingId, Long> draw(Handle handle, Map<FundingId, Draw> draws) {
        if (draws.isEmpty()) {
            return Map.of();
        }
        List<FundingStore.FundsHold> wanted =
                draws.entrySet().stream()
                        .map(
                                entry ->
                                        new FundingStore.FundsHold(
                                                entry.getKey(),
                                                entry.getValue().heldMinor(),
                                                entry.getValue().needed()))
                        .toList();
        Map<FundingId, Long> left = funding.hold(handle, wanted);
        if (left.size() < draws.size()) {
            throw new BatchRefusedException(BatchRefusedException.RefusalReason.FUNDS_SPENT);
        }
        return left;
    }

    /**
     * A request is recorded either with the transaction it made or, when it came late, as a message
     * of its own: two tables, so that their unique indexes do not see each other.
     */
    private void refuseIfMadeBefore(Handle handle, DecidedBatch decided) {
        List<FeedEntry> attached =
                decided.messages().stream()
                        .filter(message -> message.transactionId() != null)
                        .map(RecordedMessage::entry)
                        .filter(entry -> entry.message() instanceof AuthorizationRequest)
                        .toList();
        if (!attached.isEmpty() && !transactions.known(handle, attached).isEmpty()) {
            throw new BatchRefusedException(BatchRefusedException.RefusalReason.KNOWN_MESSAGE);
        }
    }

    /**
     * Writes a batch once its new transactions are written. Other facts of a card, as after a
     * freeze, count from the next batch on. Other amounts may be those of a sibling, or of a night,
     * whose rows are not the batch's: it is refused.
     *
     * @param trip what has to come first
     */
    private void write(Handle handle, RoundTrip trip, DecidedBatch decided) {
        List<ChangedRow> changed = decided.changedTransactions();
        List<TripAnswer<Void>> moved =
                decided.offsetRanges().stream()
                        .map(
                                range ->
                                        feed.move(
                                                trip,
                                                decided.topic(),
                                                range.partition(),
                                                range.from(),
                                                range.to()))
                        .toList();
        ChangeAnswer news = changes.since(trip, decided.seen());
        if (changed.isEmpty()) {
            noted.insert(trip, decided.changes());
        }
        trip.run(handle);
        if (moved.stream().anyMatch(answer -> answer.count() != 1)) {
            throw new BatchRefusedException(BatchRefusedException.RefusalReason.PARTITION_LOST);
        }
        if (decided.isOvertakenBy(news.read(handle))) {
            throw new BatchRefusedException(BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);
        }
        refuseIfMadeBefore(handle, decided);
        messages.insert(handle, decided.messages());
        singles.insert(handle, decided.singles());
        clearings.insert(handle, decided.clearings());
        boolean asRead =
                transactions.update(handle, changed)
                        && positions.moveLineages(handle, decided.lineages())
                        && moves.apply(handle, decided.moves())
                        && positions.updateSecurity(handle, decided.security());
        if (!asRead) {
            throw new BatchRefusedException(BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);
        }
        messages.resolve(handle, decided.resolved());
        early.insert(handle, decided.addedEarly());
        early.delete(handle, decided.removedEarly());
        breaks.insert(handle, decided.breaks());
        if (!changed.isEmpty()) {
            noted.insert(handle, decided.changes());
        }
    }

    private static boolean is(String state, JdbiException e) {
        return e.getCause() instanceof SQLException cause && state.equals(cause.getSQLState());
    }
}
