package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageReader;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.console.ProviderMoveStore;
import dev.countersign.reconcile.store.feed.CardPositionStore;
import dev.countersign.reconcile.store.feed.EarlyArrivalStore;
import dev.countersign.reconcile.store.feed.FeedLock;
import dev.countersign.reconcile.store.feed.FeedPositionStore;
import dev.countersign.reconcile.store.feed.MessageStore;
import dev.countersign.reconcile.store.feed.SingleMessageStore;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.settlement.ClearingStore;
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
        FeedPositionStore feed) {

    private static final String UNIQUE_VIOLATION = "23505";

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
                new FeedPositionStore());
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
     * batch before it was awaited: a change of a card must be able to go between the two.
     */
    void record(Database database, DecidedBatch decided, Runnable awaitBefore) {
        try {
            database.doAtomically(
                    handle -> {
                        transactions.insert(handle, decided.newTransactions());
                        awaitBefore.run();
                        FeedLock.shared(handle);
                        movePositions(handle, decided);
                        refuseIfChanged(handle, decided);
                        refuseIfMadeBefore(handle, decided);
                        write(handle, decided);
                    });
        } catch (JdbiException e) {
            throw uniqueViolation(e)
                    ? new BatchRefusedException(BatchRefusedException.Why.KNOWN_MESSAGE)
                    : e;
        }
    }

    private void movePositions(Handle handle, DecidedBatch decided) {
        for (FeedBatch.OffsetRange range : decided.offsetRanges()) {
            boolean ours =
                    feed.move(handle, decided.topic(), range.partition(), range.from(), range.to());
            if (!ours) {
                throw new BatchRefusedException(BatchRefusedException.Why.PARTITION_LOST);
            }
        }
    }

    private void refuseIfChanged(Handle handle, DecidedBatch decided) {
        if (decided.touchesAny(changes.since(handle, decided.seen()))) {
            throw new BatchRefusedException(BatchRefusedException.Why.CHANGED_MEANWHILE);
        }
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
            throw new BatchRefusedException(BatchRefusedException.Why.KNOWN_MESSAGE);
        }
    }

    private void write(Handle handle, DecidedBatch decided) {
        messages.insert(handle, decided.messages());
        singles.insert(handle, decided.singles());
        clearings.insert(handle, decided.clearings());
        boolean asRead =
                transactions.update(handle, decided.changedTransactions())
                        && positions.moveLineages(handle, decided.lineages())
                        && moves.apply(handle, decided.moves());
        if (!asRead) {
            throw new BatchRefusedException(BatchRefusedException.Why.CHANGED_MEANWHILE);
        }
        messages.resolve(handle, decided.resolved());
        positions.updateSecurity(handle, decided.security());
        early.insert(handle, decided.addedEarly());
        early.delete(handle, decided.removedEarly());
        breaks.insert(handle, decided.breaks());
    }

    private static boolean uniqueViolation(JdbiException e) {
        return e.getCause() instanceof SQLException cause
                && UNIQUE_VIOLATION.equals(cause.getSQLState());
    }
}
