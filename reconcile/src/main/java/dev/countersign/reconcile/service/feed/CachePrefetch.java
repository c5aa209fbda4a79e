package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.cache.CardCache;
import dev.countersign.reconcile.store.feed.CardPositionStore.Period;
import dev.countersign.reconcile.store.feed.CardPositionStore.PeriodSpend;
import dev.countersign.reconcile.store.issuing.CardChangeStore.ChangeSet;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Fetches cards that no message has named yet, the newest first, until all are at hand or there is
 * no more room: fetched many at a time, in the order in which they lie, a card costs a fraction of
 * what it costs by itself when its first message comes. Cards that were at hand and that anybody
 * changed are fetched again likewise, once they are some.
 *
 * <p>They are read beside the owner's thread, which goes on deciding, a portion at a time. A card
 * that the owner decides about meanwhile, or that anybody changes, is left out of the portion. All
 * methods belong to the owner's thread.
 */
final class CachePrefetch {

    private static final CardId AFTER_ALL = new CardId(new UUID(-1, -1));

    /** Number of changed cards that are worth a read: fewer come by and by with their messages. */
    private static final int CHANGED_MIN = 64;

    /** Number of changed cards that are kept note of, as in a night. */
    private static final int CHANGED_MAX = 100_000;

    private final Database database;
    private final FeedStores stores;
    private final CardCache cache;
    private final Executor beside;
    private CardId before = AFTER_ALL;
    private boolean allLookedAt;

    /** True after reading failed, until there is a portion of changed cards. */
    private boolean stopped;

    private boolean changedWereLast;

    /** The cards that changed since they were at hand, and whether what they spent did. */
    private final Map<CardId, Boolean> changed = new LinkedHashMap<>();

    private @Nullable PendingRead underWay;

    /** The last read, which may be of a portion that nobody waits for any more. */
    private CompletableFuture<?> reading = CompletableFuture.completedFuture(null);

    CachePrefetch(Database database, FeedStores stores, CardCache cache, Executor beside) {
        this.database = database;
        this.stores = stores;
        this.cache = cache;
        this.beside = beside;
    }

    /**
     * Cards that are being read.
     *
     * @param touched those that are not any more as they were when it began
     */
    private record PendingRead(CompletableFuture<FoundCards> found, Set<CardId> touched) {}

    /**
     * Cards that were looked at, and those among them that are wanted.
     *
     * @param last of those that were looked at; null where there are none, or all had changed
     * @param wereLast true where none are left behind these
     * @param spent cards with what they spent
     * @param facts cards without: they have spent what they had
     */
    private record FoundCards(
            @Nullable CardId last,
            boolean wereLast,
            List<CardHistory> spent,
            List<CardHistory> facts) {}

    /** Begins again: what was fetched is not at hand any more. */
    void restart() {
        before = AFTER_ALL;
        allLookedAt = false;
        stopped = false;
        changed.clear();
        underWay = null;
    }

    /** Takes note of what anybody changed, before it is dropped. */
    void changed(ChangeSet changes) {
        if (changes.everything()) {
            restart();
            return;
        }
        changed(changes.facts(), false);
        changed(changes.spending(), true);
    }

    private void changed(Set<CardId> cards, boolean spending) {
        touched(cards);
        for (CardId card : cards) {
            if (changed.containsKey(card) || (changed.size() < CHANGED_MAX && cache.holds(card))) {
                changed.merge(card, spending, Boolean::logicalOr);
            }
        }
    }

    /** Takes note of cards that are decided about. */
    void touched(Collection<CardId> cards) {
        if (underWay != null) {
            underWay.touched.addAll(cards);
        }
    }

    /** Fetches no more until it is restarted, or more has changed. */
    void stop() {
        stopped = true;
        changed.clear();
        underWay = null;
    }

    /** True when nothing is left to fetch, or no room for it. */
    boolean done() {
        return (allLookedAt || stopped) && underWay == null && changed.size() < CHANGED_MIN;
    }

    /**
     * True when there are cards to put at hand, or to begin with. However often it is restarted,
     * one read goes on at a time.
     */
    boolean due() {
        return !done() && reading.isDone();
    }

    /**
     * Puts the cards at hand that were read, and begins to read the next ones. All changes of cards
     * must have been noted.
     *
     * @param most how many cards are looked at next
     * @param wanted false for a card that is not ours; asked beside the owner's thread
     * @param at time of whose day, and month, the usage is fetched with them
     * @param inFlight the batches whose cards the database does not show as they are
     */
    void next(int most, Predicate<CardId> wanted, Instant at, List<DecidedBatch> inFlight) {
        if (underWay == null) {
            underWay = begin(most, wanted, at, inFlight);
        }
        if (underWay.found.isDone()) {
            PendingRead read = underWay;
            underWay = null;
            take(read.found.join(), read);
            if (!done()) {
                underWay = begin(most, wanted, at, inFlight);
            }
        }
    }

    private PendingRead begin(
            int most, Predicate<CardId> wanted, Instant at, List<DecidedBatch> inFlight) {
        Set<CardId> touched = new HashSet<>();
        inFlight.forEach(batch -> touched.addAll(batch.cards()));
        stopped = false;
        // In turns: a night changes cards for as long as all of them take.
        changedWereLast = changed.size() >= CHANGED_MIN && (allLookedAt || !changedWereLast);
        CompletableFuture<FoundCards> found =
                CompletableFuture.supplyAsync(
                        changedWereLast ? changedOnes(most, at) : nextOnes(most, wanted, at),
                        beside);
        reading = found;
        return new PendingRead(found, touched);
    }

    private Supplier<FoundCards> nextOnes(int most, Predicate<CardId> wanted, Instant at) {
        int fitting = Math.min(most, cache.room());
        CardId after = before;
        return () -> readNext(after, fitting, wanted, at);
    }

    private Supplier<FoundCards> changedOnes(int most, Instant at) {
        Map<CardId, Boolean> some =
                changed.entrySet().stream()
                        .limit(most)
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        changed.keySet().removeAll(some.keySet());
        some.keySet().removeIf(cache::holds); // a message was faster
        return () -> readChanged(some, at);
    }

    private void take(FoundCards found, PendingRead pending) {
        if (found.last != null) {
            before = found.last;
        }
        Stream<CardHistory> facts =
                found.facts.stream().map(cache::withUsage).filter(Objects::nonNull);
        cache.put(
                Stream.concat(found.spent.stream(), facts)
                        .filter(history -> isNews(history.position().facts().id(), pending))
                        .toList());
        allLookedAt |= found.wereLast || cache.room() == 0;
    }

    private boolean isNews(CardId card, PendingRead pending) {
        return !pending.touched.contains(card) && !cache.holds(card);
    }

    private FoundCards readNext(CardId after, int most, Predicate<CardId> wanted, Instant at) {
        return database.read(
                handle -> {
                    List<CardId> all = stores.positions().listBefore(handle, after, most);
                    List<CardId> ours = all.stream().filter(wanted).toList();
                    return new FoundCards(
                            all.isEmpty() ? null : all.getLast(),
                            all.size() < most,
                            spent(handle, histories(handle, ours), at),
                            List.of());
                });
    }

    private FoundCards readChanged(Map<CardId, Boolean> cards, Instant at) {
        Predicate<CardHistory> spentOtherwise =
                history ->
                        !history.alone()
                                || cards.getOrDefault(history.position().facts().id(), true);
        return database.read(
                handle -> {
                    Map<Boolean, List<CardHistory>> read =
                            histories(handle, cards.keySet()).stream()
                                    .collect(Collectors.partitioningBy(spentOtherwise));
                    return new FoundCards(
                            null,
                            false,
                            spent(handle, read.getOrDefault(true, List.of()), at),
                            read.getOrDefault(false, List.of()));
                });
    }

    private List<CardHistory> histories(Handle handle, Collection<CardId> cards) {
        return cards.isEmpty() ? List.of() : stores.histories(handle, cards);
    }

    /** The same cards with what they spent. */
    private List<CardHistory> spent(Handle handle, List<CardHistory> histories, Instant at) {
        Map<Period, PeriodSpend> spent =
                stores.positions()
                        .spent(
                                handle,
                                histories.stream()
                                        .map(history -> Period.of(history, at))
                                        .collect(Collectors.toSet()));
        return histories.stream().map(history -> with(spent, history, at)).toList();
    }

    private static CardHistory with(
            Map<Period, PeriodSpend> spent, CardHistory history, Instant at) {
        Period period = Period.of(history, at);
        return Objects.requireNonNull(spent.get(period)).onto(history, period.day());
    }
}
