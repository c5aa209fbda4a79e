package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.event.TransactionChangeLog;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.provider.ProviderMove;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.RecordedClearing;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.post.Posting;
import dev.countersign.reconcile.service.feed.BatchFunds.Draw;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import dev.countersign.reconcile.store.console.ProviderMoveStore.CardMove;
import dev.countersign.reconcile.store.feed.CardPositionStore.LineageVersion;
import dev.countersign.reconcile.store.feed.CardPositionStore.SecurityChange;
import dev.countersign.reconcile.store.feed.MessageStore.ProcessedMessage;
import dev.countersign.reconcile.store.feed.TransactionStore.ChangedRow;
import dev.countersign.reconcile.store.feed.TransactionStore.TransactionReference;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A batch that was decided and waits to be recorded: all effects of its messages, each row once and
 * as it is at the end, the answers in the order they were given, and what a repetition is told. It
 * keeps nothing else of the messages: several batches wait at a time, and what they hold on to is
 * copied by each collection.
 */
public final class DecidedBatch {

    private final String topic;
    private final List<OffsetRange> offsetRanges;
    private final CardChangeStore.ChangeCursor seen;
    private final Map<TransactionId, BatchTransaction> transactions;
    private final Map<UUID, RecordedMessage> messages = new LinkedHashMap<>();
    private final List<RecordedMessage> resolved = new ArrayList<>();
    private final List<RecordedClearing> clearings = new ArrayList<>();
    private final Map<UUID, EarlyArrival> addedEarly = new LinkedHashMap<>();
    private final Set<UUID> removedEarly = new HashSet<>();
    private final List<Break> breaks = new ArrayList<>();
    private final Set<UUID> conflicts = new HashSet<>();
    private final List<Decision> answers;
    private final Map<CardId, SecurityChange> security = new HashMap<>();
    private final Map<UUID, LineageVersion> lineages = new HashMap<>();
    private final List<CardMove> moves = new ArrayList<>();
    private final Map<UUID, AuthorizationRequest> singles = new LinkedHashMap<>();
    private final Map<FundingId, Draw> draws;
    private final TransactionChangeLog changes;
    private final Set<CardId> cards;

    /** Its messages that were not decided before, and older ones that waited until now. */
    private final Map<UUID, ProcessedMessage> processed;

    /** A transaction of this batch: new when nothing was there before. */
    private record BatchTransaction(boolean isNew, int versionBefore, Transaction now) {}

    /** True once it is recorded, where that was done as it was decided. */
    private boolean recorded;

    DecidedBatch(FeedBatch batch, CardChangeStore.ChangeCursor seen, Map<FundingId, Draw> draws) {
        this.draws = draws;
        this.topic = batch.topic();
        this.offsetRanges = batch.offsetRanges();
        this.seen = seen;
        int messages = batch.entries().size();
        this.changes = new TransactionChangeLog(messages);
        this.transactions = LinkedHashMap.newLinkedHashMap(messages);
        this.answers = new ArrayList<>(messages);
        this.cards = HashSet.newHashSet(messages);
        this.processed = HashMap.newHashMap(messages);
    }

    /** Takes over what one message did to a card. */
    void add(MessageKind cause, Posting posting, CardHistory before, CardHistory after) {
        CardFacts facts = before.position().facts();
        cards.add(facts.id());
        if (!after.position().security().equals(before.position().security())) {
            change(facts.id(), before.position().security(), after.position().security());
        }
        if (!posting.changes().isEmpty() && before.lineageVersion() != null) {
            moves(facts.lineage(), before.lineageVersion());
        }
        add(cause, posting);
    }

    /** Cards of one lineage that were read at different moments cannot be decided together. */
    private void moves(UUID lineage, long version) {
        LineageVersion seen =
                lineages.computeIfAbsent(lineage, id -> new LineageVersion(id, version));
        if (seen.version() != version) {
            throw new BatchRefusedException(BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);
        }
    }

    private void change(CardId card, CardSecurity before, CardSecurity now) {
        SecurityChange earlier = security.get(card);
        security.put(
                card, new SecurityChange(card, earlier == null ? before : earlier.before(), now));
    }

    /** Takes over what one message did that is of no card we know. */
    void add(MessageKind cause, Posting posting) {
        for (Posting.Change change : posting.changes()) {
            changes.add(cause, change.before(), change.after());
            touch(change);
        }
        for (RecordedMessage message : posting.messages()) {
            record(message);
        }
        clearings.addAll(posting.clearings());
        breaks.addAll(posting.breaks());
        answers.addAll(posting.answers());
        for (EarlyArrival arrival : posting.addedEarly()) {
            addedEarly.put(arrival.identity(), arrival);
        }
        for (UUID identity : posting.removedEarly()) {
            if (addedEarly.remove(identity) == null) {
                removedEarly.add(identity);
            }
        }
    }

    /**
     * Takes over a move of a thing of a card.
     *
     * @param status the state of the card for which it was decided; a dispute moves whatever it is
     */
    void add(CardId card, @Nullable CardStatus status, ProviderMove move) {
        cards.add(card);
        moves.add(new CardMove(card, status, move));
    }

    private void touch(Posting.Change change) {
        Transaction now = change.after();
        BatchTransaction before = transactions.get(now.id());
        if (before != null) {
            transactions.put(
                    now.id(), new BatchTransaction(before.isNew(), before.versionBefore(), now));
        } else if (change.before() == null) {
            transactions.put(now.id(), new BatchTransaction(true, 0, now));
        } else {
            transactions.put(now.id(), new BatchTransaction(false, change.before().version(), now));
        }
    }

    /** A message that waited in this very batch is inserted as decided, an older one is updated. */
    private void record(RecordedMessage message) {
        UUID identity = message.entry().identity();
        if (message.resolvedAt() == null || messages.containsKey(identity)) {
            messages.put(identity, message);
        } else {
            resolved.add(message);
        }
    }

    void addAnswer(Decision answer) {
        answers.add(answer);
    }

    /** A conflicting message, once however often the batch repeats it. */
    void addConflict(Break found) {
        if (conflicts.add(found.subject())) {
            breaks.add(found);
        }
    }

    /** Takes over what a single message says of its settlement, and of what is earned on it. */
    void addSingle(UUID identity, AuthorizationRequest request) {
        singles.put(identity, request);
    }

    Map<UUID, AuthorizationRequest> singles() {
        return singles;
    }

    /** Returns how much more, or less, is held on each funding account. */
    Map<FundingId, Draw> draws() {
        return draws;
    }

    boolean recorded() {
        return recorded;
    }

    void setRecorded() {
        recorded = true;
    }

    /** Takes note of what a repetition of a message has to be told, as it is after the batch. */
    void addProcessed(ProcessedMessage message) {
        processed.put(message.identity(), message);
    }

    /** A message as it is once this is recorded; null where nothing of it is. */
    @Nullable ProcessedMessage processed(UUID identity) {
        return processed.get(identity);
    }

    /** Tells whether it makes or changes a transaction that a reference may be about. */
    boolean mayAnswer(TransactionReference reference) {
        return touches(reference.card())
                && transactions.values().stream()
                        .anyMatch(transaction -> reference.mayBe(transaction.now()));
    }

    /** The decisions to send out, in their order; those of repeated messages too. */
    public List<Decision> answers() {
        return List.copyOf(answers);
    }

    String topic() {
        return topic;
    }

    /** Returns the range of each partition that was decided. */
    public List<OffsetRange> offsetRanges() {
        return offsetRanges;
    }

    /** True when a thing of a card moved. */
    boolean moved() {
        return !moves.isEmpty();
    }

    List<CardMove> moves() {
        return moves;
    }

    /** The cards that its messages concern. */
    Set<CardId> cards() {
        return cards;
    }

    boolean touches(CardId card) {
        return cards.contains(card);
    }

    /** Tells whether other amounts than it was decided by may count for one of its cards. */
    boolean isOvertakenBy(CardChangeStore.ChangeSet changes) {
        return changes.movesSpendingOf(cards);
    }

    /** Tells whether it has a message of this identity that it was the first to decide. */
    public boolean holds(UUID identity) {
        return processed.containsKey(identity);
    }

    CardChangeStore.ChangeCursor seen() {
        return seen;
    }

    List<Transaction> newTransactions() {
        return transactions.values().stream()
                .filter(BatchTransaction::isNew)
                .map(BatchTransaction::now)
                .toList();
    }

    /** In the order of their ids, in which the night locks them, too. */
    List<ChangedRow> changedTransactions() {
        return transactions.values().stream()
                .filter(touched -> !touched.isNew())
                .map(touched -> new ChangedRow(touched.versionBefore(), touched.now()))
                .sorted(Comparator.comparing(changed -> changed.now().id().value()))
                .toList();
    }

    /** All changes in their order, also those that a later one of the batch follows. */
    TransactionChangeLog changes() {
        return changes;
    }

    List<RecordedMessage> messages() {
        return List.copyOf(messages.values());
    }

    List<RecordedMessage> resolved() {
        return resolved;
    }

    List<RecordedClearing> clearings() {
        return clearings;
    }

    List<EarlyArrival> addedEarly() {
        return List.copyOf(addedEarly.values());
    }

    Set<UUID> removedEarly() {
        return removedEarly;
    }

    List<Break> breaks() {
        return breaks;
    }

    List<SecurityChange> security() {
        return List.copyOf(security.values());
    }

    /** The version that a lineage has once this is recorded; null for one that does not move. */
    @Nullable Long versionOf(UUID lineage) {
        LineageVersion seen = lineages.get(lineage);
        return seen == null ? null : seen.version() + 1;
    }

    /**
     * A card as it is worth keeping: where it was read at the version that this moves its lineage
     * from, beside the one that it moves it to. One that was read earlier stays beside that, and is
     * read again.
     */
    CardHistory toKeep(CardHistory history) {
        LineageVersion seen = lineages.get(history.position().facts().lineage());
        Long version = history.lineageVersion();
        return seen == null || version == null || version != seen.version()
                ? history
                : history.withLineageVersion(version + 1);
    }

    /** Takes note of a card that spends from the same limits as one of its messages. */
    void touch(CardId sibling) {
        cards.add(sibling);
    }

    List<LineageVersion> lineages() {
        return List.copyOf(lineages.values());
    }
}
