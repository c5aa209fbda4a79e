package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.cache.CardCache;
import dev.countersign.reconcile.store.feed.CardPositionStore.Period;
import dev.countersign.reconcile.store.feed.CardPositionStore.Spent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Fetches cards that no message has named yet, the newest first, until all are at hand or there is
 * no more room: fetched many at a time, in the order in which they lie, a card costs a tenth of
 * what it costs by itself when its first message comes.
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
    private CardId before = AFTER_ALL;
    private boolean done;
    private int dropped;

    CachePrefetch(Database database, FeedStores stores, CardCache cache) {
        this.database = database;
        this.stores = stores;
        this.cache = cache;
    }

    /** Begins again: what was fetched is not at hand any more. */
    void restart() {
        before = AFTER_ALL;
        done = false;
        dropped = 0;
    }

    /**
     * Cards were changed and are not at hand any more: when they are many, they are fetched again.
     */
    void dropped(int cards) {
        dropped += cards;
        if (done && dropped >= DROPPED_MAX) {
            restart();
        }
    }

    /** Fetches no more until it is restarted. */
    void stop() {
        done = true;
    }

    /** True when nothing is left to fetch, or no room for it. */
    boolean done() {
        return done;
    }

    /**
     * Looks at the next cards and fetches those that are wanted.
     *
     * @param wanted false for a card of which the database does not show all, or that is not ours
     * @param at time of whose day, and month, the usage is fetched with them
     */
    void next(int cards, Predicate<CardId> wanted, Instant at) {
        int most = Math.min(cards, cache.room());
        List<CardId> next =
                database.read(handle -> stores.positions().listBefore(handle, before, most));
        if (!next.isEmpty()) {
            before = next.getLast();
        }
        List<CardId> missing =
                next.stream().filter(card -> !cache.holds(card)).filter(wanted).toList();
        if (!missing.isEmpty()) {
            cache.put(withUsage(missing, at));
        }
        done = next.size() < most || cache.room() == 0;
    }

    private List<CardHistory> withUsage(List<CardId> cards, Instant at) {
        return database.read(
                handle -> {
                    List<CardHistory> ready = new ArrayList<>(cards.size());
                    List<CardHistory> unknown = new ArrayList<>();
                    for (CardHistory history : stores.histories(handle, cards)) {
                        CardHistory known = cache.withUsage(history);
                        if (known == null) {
                            unknown.add(history);
                        } else {
                            ready.add(known);
                        }
                    }
                    Map<Period, Spent> spent =
                            stores.positions()
                                    .spent(
                                            handle,
                                            unknown.stream()
                                                    .map(history -> Period.of(history, at))
                                                    .collect(Collectors.toSet()));
                    for (CardHistory history : unknown) {
                        Period period = Period.of(history, at);
                        Spent found = Objects.requireNonNull(spent.get(period));
                        ready.add(found.onto(history, period.day()));
                    }
                    return ready;
                });
    }
}
