package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.service.feed.BatchFetch.historyOf;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Recorded;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.provider.ProviderMove;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.domain.transaction.post.Posting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.cache.CardCache;
import dev.countersign.reconcile.store.console.ProviderMoveStore.Standing;
import dev.countersign.reconcile.store.feed.MessageStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore.ChangeCursor;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides batches of the feed for one owner: fetch what the messages need, fold them in memory,
 * record everything in one database transaction. Deciding and recording are apart, so that the next
 * batch can be decided while the one before is being written.
 *
 * <p>The cache of cards is exact. A change of a card outside the stream is written to the change
 * log in the same transaction; it is read before each batch, and once more, under a lock, before
 * the batch is recorded. {@link #decide} belongs to the owner's thread; {@link #record}, which
 * touches nothing that it keeps, to those of its writer.
 */
public final class FeedPosting {

    /**
     * Number of messages back within which a repetition is recognized without asking the database.
     */
    private static final int IDENTITIES_MAX = 100_000;

    private final Database database;
    private final FeedStores stores;
    private final MessagePosting messagePosting;
    private final InstantSource clock;
    private final CardCache cache;
    private final CachePrefetch ahead;
    private final LastIdentities identities;

    /**
     * The database is asked for each message until so many new ones came after a start or a
     * refusal: among them may be repetitions of what was read before.
     */
    private final int askedFor;

    /** Position up to which the log of changes was read; null while nothing is at hand. */
    private @Nullable ChangeCursor seen;

    /**
     * Number of new messages since a start or a refusal. Where a whole feed is read again, few are
     * new.
     */
    private int newMessages;

    public FeedPosting(
            Database database,
            FeedStores stores,
            MessagePosting messagePosting,
            InstantSource clock,
            int cachedCardsMax) {
        this(database, stores, messagePosting, clock, cachedCardsMax, IDENTITIES_MAX);
    }

    FeedPosting(
            Database database,
            FeedStores stores,
            MessagePosting messagePosting,
            InstantSource clock,
            int cachedCardsMax,
            int identitiesMax) {
        this.database = database;
        this.stores = stores;
        this.messagePosting = messagePosting;
        this.clock = clock;
        this.cache = new CardCache(cachedCardsMax);
        this.ahead = new CachePrefetch(database, stores, cache);
        this.identities = new LastIdentities(identitiesMax);
        this.askedFor = Math.max(1, identitiesMax / 10);
    }

    /** Decides and records a batch. */
    public List<Decision> post(FeedBatch batch) {
        DecidedBatch decided = decide(batch, List.of(), () -> {});
        record(decided);
        return decided.answers();
    }

    /**
     * Drops the cards that are cached: after a refused batch, or when partitions go. Which messages
     * were read lately stays known: who takes one for a repetition only asks once too often.
     */
    public void forget() {
        cache.clear();
        ahead.restart();
        seen = null;
        newMessages = 0;
    }

    /**
     * Decides a batch in memory.
     *
     * @param inFlight the batches before it that are not known to be recorded
     * @param awaitInFlight returns when they are; called before the database is read for anything
     *     that they touch
     */
    public DecidedBatch decide(
            FeedBatch batch, List<DecidedBatch> inFlight, Runnable awaitInFlight) {
        BatchesInFlight writing = new BatchesInFlight(inFlight, awaitInFlight);
        ChangeCursor horizon = dropChanged();
        DecidedBatch decided = new DecidedBatch(batch, horizon);
        BatchFetch fetch =
                new BatchFetch(database, stores, cache, identities, batch.entries(), writing);
        Map<UUID, MessageStore.ProcessedMessage> known = fetch.known(newMessages < askedFor);
        newMessages = Math.min(askedFor, newMessages + batch.entries().size() - known.size());
        Map<CardId, CardHistory> cards = fetch.cards();
        Map<String, Standing> standings = fetch.standings();
        Instant now = clock.instant();
        for (FeedEntry entry : batch.entries()) {
            fold(entry, cards, known, standings, decided, now);
        }
        cache.put(cards.values());
        return decided;
    }

    /** Tells whether any cards are left to be read ahead, and room for them. */
    public boolean hasMoreAhead() {
        return !ahead.done();
    }

    /**
     * Fetches some cards before any message names them, so that it finds them at hand.
     *
     * @param ours whether the messages of a card come here
     * @param inFlight the batches that are not known to be recorded: what they touch is left out
     */
    public void readAhead(int cards, Predicate<CardId> ours, List<DecidedBatch> inFlight) {
        if (ahead.done()) {
            return;
        }
        var unused = dropChanged(); // what changes from here on is dropped before the next batch
        BatchesInFlight writing = new BatchesInFlight(inFlight, () -> {});
        ahead.next(cards, card -> ours.test(card) && !writing.touches(card), clock.instant());
    }

    /** Reads no more ahead until all is forgotten, or much has changed. */
    public void stopReadingAhead() {
        ahead.stop();
    }

    private ChangeCursor dropChanged() {
        ChangeCursor before = seen;
        ChangeCursor after;
        if (before == null) {
            after = database.read(stores.changes()::begin);
        } else {
            CardChangeStore.ChangeSet news =
                    database.read(handle -> stores.changes().since(handle, before));
            cache.drop(news);
            if (news.everything()) {
                ahead.restart();
            } else {
                ahead.dropped(news.cards().size());
            }
            after = news.seen();
        }
        seen = after;
        return after;
    }

    // ---- fold

    private void fold(
            FeedEntry entry,
            Map<CardId, CardHistory> cards,
            Map<UUID, MessageStore.ProcessedMessage> known,
            Map<String, Standing> standings,
            DecidedBatch decided,
            Instant now) {
        MessageStore.ProcessedMessage before = known.get(entry.identity());
        CardHistory history = historyOf(entry, cards);
        if (before != null) {
            repeat(entry, before, cards, known, decided, now);
            return;
        }
        decided.addIdentity(entry.identity());
        Posting posting = messagePosting.post(entry, history, now);
        take(posting, history, cards, decided);
        remember(entry, posting, known);
        if (entry.message() instanceof AuthorizationRequest request && request.saysHowItSettles()) {
            decided.addSingle(entry.identity(), request);
        }
        if (entry.message() instanceof Recorded recorded && recorded.notice() != null) {
            move(recorded.notice(), recorded.header().at(), cards, standings, decided);
        }
    }

    /** Moves the thing of a card that a notice is about; an active card decides what follows. */
    private static void move(
            Notice notice,
            Instant at,
            Map<CardId, CardHistory> cards,
            Map<String, Standing> standings,
            DecidedBatch decided) {
        Standing before = standings.get(notice.subject());
        if (before == null) {
            return; // nobody knows the thing
        }
        CardHistory history = cards.get(before.card());
        ProviderMove.of(notice, before.status(), statusOf(history), at)
                .ifPresent(
                        move -> {
                            decided.add(before.card(), move);
                            standings.put(
                                    notice.subject(),
                                    new Standing(before.card(), move.change().to().wire()));
                            if (history != null && move.activates()) {
                                cards.put(
                                        before.card(),
                                        history.withPosition(history.position().activated()));
                            }
                        });
    }

    /** The state of the card that a message names; null where it names another or none. */
    private static @Nullable CardStatus statusOf(@Nullable CardHistory history) {
        return history == null ? null : history.position().facts().status();
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
            MessageStore.ProcessedMessage before,
            Map<CardId, CardHistory> cards,
            Map<UUID, MessageStore.ProcessedMessage> known,
            DecidedBatch decided,
            Instant now) {
        CardHistory history = historyOf(entry, cards);
        if (before.payloadHash() != entry.payloadHash()) {
            decided.addConflict(conflict(entry, before, history));
            return;
        }
        if (history != null) {
            Posting posting = messagePosting.passTime(entry, history, now);
            take(posting, history, cards, decided);
            remember(entry, posting, known);
        }
        if (before.answer() != null) {
            decided.addAnswer(before.answer());
        }
    }

    /** Remembers what a later message of the same batch must know about this one. */
    private static void remember(
            FeedEntry entry, Posting posting, Map<UUID, MessageStore.ProcessedMessage> known) {
        boolean recorded = false;
        for (RecordedMessage message : posting.messages()) {
            UUID identity = message.entry().identity();
            known.put(
                    identity,
                    new MessageStore.ProcessedMessage(
                            identity,
                            message.entry().payloadHash(),
                            message.entry().place(),
                            message.answer()));
            recorded |= identity.equals(entry.identity());
        }
        if (!recorded) {
            Decision own =
                    posting.answers().stream()
                            .filter(
                                    answer ->
                                            answer.inReplyTo()
                                                    .equals(entry.message().header().messageId()))
                            .findFirst()
                            .orElse(null);
            known.putIfAbsent(
                    entry.identity(),
                    new MessageStore.ProcessedMessage(
                            entry.identity(), entry.payloadHash(), entry.place(), own));
        }
    }

    private static Break conflict(
            FeedEntry entry, MessageStore.ProcessedMessage applied, @Nullable CardHistory history) {
        CardFacts facts = history == null ? null : history.position().facts();
        Money amount =
                entry.message() instanceof NetworkMessage.OfCard message
                        ? message.activity().amount()
                        : null;
        NetworkMessage.Recorded recorded =
                entry.message() instanceof NetworkMessage.Recorded message ? message : null;
        return new Break(
                BreakType.DEDUPE_CONFLICT,
                content(entry),
                facts != null ? facts.accountId() : recorded == null ? null : recorded.account(),
                facts != null ? facts.mode() : recorded == null ? null : recorded.mode(),
                facts == null ? null : facts.id(),
                applied.answer() == null ? null : applied.answer().transactionId(),
                amount,
                entry.message().header().at(),
                entry.payload().text(),
                new Break.Applied(applied.identity(), applied.place()),
                entry.place());
    }

    /** Names one content of a message: the same again is the same. */
    private static UUID content(FeedEntry entry) {
        return NamedId.of(entry.identity(), entry.payloadHash());
    }

    // ---- record

    /**
     * Records a decided batch, all of it or nothing.
     *
     * @throws BatchRefusedException when something stands against it; nothing is recorded then
     */
    public void record(DecidedBatch decided) {
        record(decided, () -> {});
    }

    /**
     * The same while the batch before it is still recorded: the rows of new transactions, which
     * make nearly all of the work, are written meanwhile.
     *
     * @param awaitBefore returns when the batch before it is recorded or given up, and throws when
     *     that takes too long: the batch is not recorded then. It must not wait without end, since
     *     the one before may wait for somebody who waits for the rows
     */
    public void record(DecidedBatch decided, Runnable awaitBefore) {
        stores.record(database, decided, awaitBefore);
    }

    /**
     * The answers that messages got which were decided before: for the range between what was
     * decided and what was answered, after a crash.
     */
    public List<Decision> answersOf(FeedBatch batch) {
        return database.read(handle -> stores.answersOf(handle, batch));
    }
}
