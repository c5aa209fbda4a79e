package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.store.CardChangeStore;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The cards that one owner has at hand, the least used leaving first, and the last identities read.
 */
final class CardCache {

    private final Map<CardId, CardHistory> cards;
    private final Map<UUID, Boolean> identities;

    CardCache(int cardsMax, int identitiesMax) {
        this.cards = bounded(cardsMax, true);
        this.identities = bounded(identitiesMax, false);
    }

    private static <K, V> Map<K, V> bounded(int max, boolean byAccess) {
        return new LinkedHashMap<>(16, 0.75f, byAccess) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > max;
            }
        };
    }

    @Nullable CardHistory get(CardId card) {
        return cards.get(card);
    }

    boolean holds(CardId card) {
        return cards.containsKey(card);
    }

    /**
     * Keeps cards as a batch left them. Read again each time instead is a card that shares its
     * limits with another one, which somebody else may own, and one whose sums are out of range.
     */
    void put(Collection<CardHistory> histories) {
        for (CardHistory history : histories) {
            CardId card = history.position().facts().id();
            if (history.lineageVersion() != null || history.position().usage().saturated()) {
                cards.remove(card);
            } else {
                cards.put(card, history.trimmed());
            }
        }
    }

    void drop(CardChangeStore.News news) {
        if (news.everything()) {
            cards.clear();
        } else {
            news.cards().forEach(cards::remove);
        }
    }

    boolean remembers(UUID identity) {
        return identities.containsKey(identity);
    }

    void remember(UUID identity) {
        identities.put(identity, Boolean.TRUE);
    }

    void clear() {
        cards.clear();
        identities.clear();
    }
}
