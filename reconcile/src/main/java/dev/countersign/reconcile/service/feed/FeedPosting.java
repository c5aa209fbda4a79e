package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.funding.AvailableFunds;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.cache.CardCache;
import dev.countersign.reconcile.store.console.ProviderMoveStore.SubjectState;
import dev.countersign.reconcile.store.feed.MessageStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore.ChangeCursor;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides batches of the feed for one owner: fetch what the messages need, fold them in memory,
 * record everything in one database transaction. Deciding and recording are apart, so that the next
 * batch can be decided while the one before is being written.
 *
 * <p>The cache of cards is exact. A change of a card outside the stream is written to the change
 * log in the same transaction, and the log is read before each batch, after its messages came: so a
 * change that was answered counts for every message that is written after it. One that comes while
 * a batch is on its way counts as if it came after it; where both write a row, the later is refused
 * and decides again. {@link #decide} belongs to the owner's thread; {@link #record}, which touches
 * nothing that it keeps, to those of its writer.
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
    private final EstimatedFunds knownFunds;
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

    /** Latest time of a message of the last batch; what is read ahead is read for its day. */
    private @Nullable Instant reached;

    /** The cards of each batch that is not known to be recorded, as the last decision had it. */
    private List<Set<CardId>> unrecorded = List.of();

    public FeedPosting(
            Database database,
            FeedStores stores,
            MessagePosting messagePosting,
            InstantSource clock,
            int cachedCardsMax) {
        this(
                database,
                stores,
                messagePosting,
                clock,
                cachedCardsMax,
                IDENTITIES_MAX,
                Thread.ofVirtual().name("feed-ahead")::start);
    }

    FeedPosting(
            Database database,
            FeedStores stores,
            MessagePosting messagePosting,
            InstantSource clock,
            int cachedCardsMax,
            int identitiesMax,
            Executor beside) {
        this.database = database;
        this.stores = stores;
        this.messagePosting = messagePosting;
        this.clock = clock;
        this.cache = new CardCache(cachedCardsMax);
        this.ahead = new CachePrefetch(database, stores, cache, beside);
        this.knownFunds = new EstimatedFunds(database, stores.funding());
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
     * Drops the cards that are cached: when partitions go, or after trouble. Which messages were
     * read lately stays known: who takes one for a repetition only asks once too often.
     */
    public void forget() {
        cache.clear();
        ahead.restart();
        knownFunds.forget();
        seen = null;
        newMessages = 0;
        unrecorded = List.of();
    }

    /**
     * Drops the cards of batches that were decided and not recorded, since one of them was refused
     * for what it had read. All others are as they were.
     */
    public void forgetUnrecorded() {
        unrecorded.forEach(cache::drop);
        knownFunds.forget();
        unrecorded = List.of();
    }

    /**
     * Decides a batch in memory.
     *
     * @param inFlight the batches before it that are not known to be recorded
     * @param awaitInFlight returns when they are; called before the database is read for anything
     *     that they may change
     */
    public DecidedBatch decide(
            FeedBatch batch, List<DecidedBatch> inFlight, Runnable awaitInFlight) {
        unrecorded = inFlight.stream().map(DecidedBatch::cards).toList();
        UnrecordedBatches writing = new UnrecordedBatches(inFlight, awaitInFlight);
        ChangeCursor horizon = dropChanged();
        BatchFetch fetch =
                new BatchFetch(database, stores, cache, identities, batch.entries(), writing);
        batch.entries().stream()
                .map(entry -> entry.message().header().at())
                .max(Comparator.naturalOrder())
                .ifPresent(latest -> reached = latest);
        Map<UUID, MessageStore.ProcessedMessage> known = fetch.known(newMessages < askedFor);
        newMessages = Math.min(askedFor, newMessages + batch.entries().size() - known.size());
        Map<CardId, CardHistory> cards = fetch.cards();
        Map<String, SubjectState> standings = fetch.subjectStates();
        Instant now = clock.instant();
        Set<FundingId> payers = payers(cards.values());
        if (payers.isEmpty()) {
            BatchFold plain = begin(batch, horizon, cards, known, standings, Map.of(), now);
            plain.all(batch);
            return keep(plain);
        }
        BatchFold guessed =
                begin(
                        batch,
                        horizon,
                        new LinkedHashMap<>(cards),
                        new HashMap<>(known),
                        new HashMap<>(standings),
                        knownFunds.left(payers, writing.batches()),
                        now);
        if (guessed.allUnlessShort(batch)) {
            return keep(guessed);
        }
        writing.settleIf(true);
        return decideExactly(
                batch,
                payers,
                cards,
                left -> begin(batch, horizon, cards, known, standings, left, now));
    }

    private BatchFold begin(
            FeedBatch batch,
            ChangeCursor horizon,
            Map<CardId, CardHistory> cards,
            Map<UUID, MessageStore.ProcessedMessage> known,
            Map<String, SubjectState> standings,
            Map<FundingId, Long> left,
            Instant now) {
        BatchFunds funds = new BatchFunds(left);
        return new BatchFold(
                messagePosting,
                cards,
                known,
                standings,
                funds,
                new DecidedBatch(batch, horizon, funds.draws()),
                now,
                batch.published());
    }

    /**
     * Decides and records a batch in one: one of its accounts may have too little left for all of
     * its messages, so that what is left has to be exact, and stay so until the batch is recorded.
     */
    private DecidedBatch decideExactly(
            FeedBatch batch,
            Set<FundingId> payers,
            Map<CardId, CardHistory> cards,
            Function<Map<FundingId, Long>, BatchFold> begin) {
        Map<FundingId, Long> left = new HashMap<>();
        BatchFold exact =
                stores.decideOn(
                        database,
                        payers,
                        List.copyOf(cards.values()),
                        locked -> {
                            left.putAll(locked);
                            BatchFold fold = begin.apply(locked);
                            fold.all(batch);
                            return fold;
                        });
        exact.decided().setRecorded();
        exact.decided()
                .draws()
                .forEach(
                        (account, draw) ->
                                left.computeIfPresent(
                                        account,
                                        (id, amount) ->
                                                AvailableFunds.less(amount, draw.heldMinor())));
        knownFunds.learn(left);
        return keep(exact);
    }

    private DecidedBatch keep(BatchFold folded) {
        DecidedBatch decided = folded.decided();
        cache.put(folded.cards().values().stream().map(decided::toKeep).toList());
        ahead.touched(decided.cards());
        unrecorded = Stream.concat(unrecorded.stream(), Stream.of(decided.cards())).toList();
        return decided;
    }

    /** The funding accounts that messages of these cards can move. */
    private static Set<FundingId> payers(Collection<CardHistory> cards) {
        Set<FundingId> payers = new HashSet<>();
        for (CardHistory history : cards) {
            FundingId own = history.position().facts().funding();
            if (own != null) {
                payers.add(own);
            }
            for (Transaction transaction : history.atHand()) {
                FundingId other = transaction.owner().funding();
                if (other != null) {
                    payers.add(other);
                }
            }
        }
        return payers;
    }

    /** Tells whether any cards are left to be read ahead, and room for them. */
    public boolean hasMoreAhead() {
        return !ahead.done();
    }

    /**
     * Goes on with fetching cards before any message names them, so that it finds them at hand.
     *
     * @param cards how many are read at a time
     * @param ours whether the messages of a card come here; asked beside the owner's thread
     * @param inFlight the batches that are not known to be recorded: what they touch is left out
     * @throws java.util.concurrent.CompletionException when reading failed; the cause says why
     */
    public void readAhead(int cards, Predicate<CardId> ours, List<DecidedBatch> inFlight) {
        if (ahead.due()) {
            var unused = dropChanged(); // what changes from here on is left out, or dropped later
            ahead.next(cards, ours, dayInReach(), inFlight);
        }
    }

    /** Behind a backlog the day of its messages, which is asked for; else that of the clock. */
    private Instant dayInReach() {
        Instant now = clock.instant();
        return reached == null || reached.isAfter(now) ? now : reached;
    }

    /** Reads no more ahead until all is forgotten, or much has changed. */
    public void stopReadingAhead() {
        ahead.stop();
    }

    private ChangeCursor dropChanged() {
        ChangeCursor before = seen;
        ChangeCursor after;
        if (before == null) {
            after = database.atomically(stores.changes()::begin);
        } else {
            CardChangeStore.ChangeSet changes =
                    database.read(handle -> stores.changes().since(handle, before));
            ahead.changed(changes);
            cache.drop(changes);
            after = changes.seen();
        }
        seen = after;
        return after;
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
        if (!decided.recorded()) {
            knownFunds.learn(stores.record(database, decided, awaitBefore));
        }
    }

    /**
     * The answers that messages got which were decided before: for the range between what was
     * decided and what was answered, after a crash.
     */
    public List<Decision> answersOf(FeedBatch batch) {
        return database.read(handle -> stores.answersOf(handle, batch));
    }
}
