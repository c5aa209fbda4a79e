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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fetches cards that no message has named yet, the newest first, until all are at hand or there is
 * no more room: fetched many at a time, in the order in which they lie, a card costs a fraction of
 * what it costs by itself when its first message comes.
 *
 * <p>They are read beside the owner's thread, which goes on deciding, a portion at a time. A card
 * that the owner decides about meanwhile, or that anybody changes, is left out of the portion. All
 * methods belong to the owner's thread.
 */
final class CachePrefetch {

    private static final CardId AFTER_ALL = new CardId(new UUID(-1, -1));

    /**
     * As a night, or a change of a program, drops; single ones come by and by with their messages.
     */
    private static final int DROPPED_MAX = 1_000;

    private final Database database;
    private final FeedStores stores;
    private final CardCache cache;
    private final Executor beside;
    private CardId before = AFTER_ALL;
    private boolean done;
    private int dropped;
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
     * @param limit how many are looked at; where fewer are found these were the last
     * @param touched those that are not any more as they were when it began
     */
    private record PendingRead(
            int limit, CompletableFuture<FoundCards> found, Set<CardId> touched) {}

    /**
     * Cards that were looked at, and those among them that are wanted, with what they spent.
     *
     * @param last of those that were looked at; null where there are none
     */
    private record FoundCards(int count, @Nullable CardId last, List<CardHistory> wanted) {}

    /** Begins again: what was fetched is not at hand any more. */
    void restart() {
        before = AFTER_ALL;
        done = false;
        dropped = 0;
        underWay = null;
    }

    /** Takes note of what anybody changed: when that is much, all is fetched again. */
    void changed(ChangeSet changes) {
        if (changes.everything()) {
            restart();
            return;
        }
        touched(changes.spending());
        touched(changes.facts());
        dropped += changes.size();
        if (done && dropped >= DROPPED_MAX) {
            restart();
        }
    }

    /** Takes note of cards that are decided about. */
    void touched(Collection<CardId> cards) {
        if (underWay != null) {
            underWay.touched.addAll(cards);
        }
    }

    /** Fetches no more until it is restarted. */
    void stop() {
        done = true;
        underWay = null;
    }

    /** True when nothing is left to fetch, or no room for it. */
    boolean done() {
        return done;
    }

    /**
     * True when there are cards to put at hand, or to begin with. However often it is restarted,
     * one read goes on at a time.
     */
    boolean due() {
        return !done && reading.isDone();
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
            if (!done) {
                underWay = begin(most, wanted, at, inFlight);
            }
        }
    }

    private PendingRead begin(
            int most, Predicate<CardId> wanted, Instant at, List<DecidedBatch> inFlight) {
        Set<CardId> touched = new HashSet<>();
        inFlight.forEach(batch -> touched.addAll(batch.cards()));
        int fitting = Math.min(most, cache.room());
        CardId after = before;
        CompletableFuture<FoundCards> found =
                CompletableFuture.supplyAsync(() -> read(after, fitting, wanted, at), beside);
        reading = found;
        return new PendingRead(fitting, found, touched);
    }

    private void take(FoundCards found, PendingRead pending) {
        if (found.last != null) {
            before = found.last;
        }
        cache.put(
                found.wanted.stream()
                        .filter(history -> isNews(history.position().facts().id(), pending))
                        .toList());
        done = found.count < pending.limit || cache.room() == 0;
    }

    private boolean isNews(CardId card, PendingRead pending) {
        return !pending.touched.contains(card) && !cache.holds(card);
    }

    private FoundCards read(CardId after, int most, Predicate<CardId> wanted, Instant at) {
        return database.read(
                handle -> {
                    List<CardId> all = stores.positions().listBefore(handle, after, most);
                    List<CardId> ours = all.stream().filter(wanted).toList();
                    List<CardHistory> histories =
                            ours.isEmpty() ? List.of() : stores.histories(handle, ours);
                    Map<Period, PeriodSpend> spent =
                            stores.positions()
                                    .spent(
                                            handle,
                                            histories.stream()
                                                    .map(history -> Period.of(history, at))
                                                    .collect(Collectors.toSet()));
                    return new FoundCards(
                            all.size(),
                            all.isEmpty() ? null : all.getLast(),
                            histories.stream().map(history -> with(spent, history, at)).toList());
                });
    }

    private static CardHistory with(
            Map<Period, PeriodSpend> spent, CardHistory history, Instant at) {
        Period period = Period.of(history, at);
        return Objects.requireNonNull(spent.get(period)).onto(history, period.day());
    }
}
