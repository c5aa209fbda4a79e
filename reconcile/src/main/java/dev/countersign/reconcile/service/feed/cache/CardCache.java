package dev.countersign.reconcile.service.feed.cache;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cards that one owner has at hand, those leaving first that nobody asks for. */
public final class CardCache {

    /**
     * Number of cards to a set of rules when both are as many as can be. A set weighs more than a
     * card, so that there are fewer sets. Where every card has controls of its own, only a quarter
     * of the cards fits.
     */
    private static final int CARDS_PER_COMMON = 4;

    private static final int COMMON_MIN = 10_000;

    /**
     * Those that cannot be packed are few: most of them wait for what something early is about, and
     * the rest have rules that are one set too many.
     */
    private static final int CARDS_PER_OTHER = 20;

    private final PackedCards plain;
    private final Map<CardId, CardHistory> others;

    public CardCache(int cardsMax) {
        this.plain = new PackedCards(cardsMax, Math.max(COMMON_MIN, cardsMax / CARDS_PER_COMMON));
        this.others = leastUsedLeaving(Math.max(1, cardsMax / CARDS_PER_OTHER));
    }

    private static Map<CardId, CardHistory> leastUsedLeaving(int max) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<CardId, CardHistory> eldest) {
                return size() > max;
            }
        };
    }

    public @Nullable CardHistory get(CardId card) {
        CardHistory packed = plain.get(card);
        return packed == null ? others.get(card) : packed;
    }

    public boolean holds(CardId card) {
        return plain.holds(card) || others.containsKey(card);
    }

    /**
     * Keeps cards as a batch left them, but those whose sums are out of range: they are read again
     * each time. One that shares its limits with others, which other processes may own, is good for
     * as long as the version of its lineage is the one that it has here.
     */
    public void put(Collection<CardHistory> histories) {
        for (CardHistory history : histories) {
            CardId card = history.position().facts().id();
            if (history.position().usage().saturated()) {
                drop(card);
                continue;
            }
            CardHistory trimmed = history.trimmed();
            if (plain.put(trimmed)) {
                others.remove(card);
            } else {
                others.put(card, trimmed);
            }
        }
    }

    /** Returns how many more cards can come before others leave. */
    public int room() {
        return plain.room();
    }

    public void drop(CardChangeStore.ChangeSet changes) {
        if (changes.everything()) {
            clear();
        } else {
            drop(changes.spending());
            changes.facts().forEach(this::outdate);
        }
    }

    /** The facts of a card are not so any more; what it spent is kept where that is known. */
    private void outdate(CardId card) {
        plain.outdate(card);
        others.remove(card);
    }

    /**
     * A card that was read since other facts of it changed, with what it spent, which is known;
     * null where it is not.
     */
    public @Nullable CardHistory withUsage(CardHistory read) {
        CardPosition position = read.position();
        SpendUsage usage = read.alone() ? plain.usage(position.facts().id()) : null;
        return usage == null ? null : read.withPosition(position.withUsage(usage));
    }

    public void drop(Set<CardId> cards) {
        cards.forEach(this::drop);
    }

    private void drop(CardId card) {
        plain.remove(card);
        others.remove(card);
    }

    public void clear() {
        plain.clear();
        others.clear();
    }
}
