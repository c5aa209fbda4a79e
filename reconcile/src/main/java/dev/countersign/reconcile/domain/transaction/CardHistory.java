package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A card as the fold meets it: its position, the transactions that are at hand (those that the
 * messages of a batch name or make, in the order of time), and what came early.
 *
 * @param lineageVersion the version of a lineage of several cards, null for a card that stands
 *     alone
 */
public record CardHistory(
        CardPosition position,
        List<Transaction> atHand,
        List<EarlyArrival> early,
        @Nullable Long lineageVersion) {

    public CardHistory {
        atHand = List.copyOf(atHand);
        early = List.copyOf(early);
    }

    /** True for a card that neither replaced another one nor was replaced. */
    public boolean alone() {
        return lineageVersion == null;
    }

    /** With a transaction as it is now, in the order of time. */
    public CardHistory with(Transaction transaction) {
        List<Transaction> ordered = new ArrayList<>(atHand.size() + 1);
        boolean placed = false;
        for (Transaction other : atHand) {
            int order = other.id().value().compareTo(transaction.id().value());
            if (order > 0 && !placed) {
                ordered.add(transaction);
                placed = true;
            }
            if (order != 0) {
                ordered.add(other);
            }
        }
        if (!placed) {
            ordered.add(transaction);
        }
        return new CardHistory(position, ordered, early, lineageVersion);
    }

    /**
     * As it is worth keeping from batch to batch: its transactions, most of which no message names
     * for days, would be most of what it weighs. They are fetched when one does.
     */
    public CardHistory trimmed() {
        SpendUsage recent = position.usage().recent();
        return atHand.isEmpty() && recent == position.usage()
                ? this
                : new CardHistory(position.withUsage(recent), List.of(), early, lineageVersion);
    }

    public CardHistory withPosition(CardPosition changed) {
        return new CardHistory(changed, atHand, early, lineageVersion);
    }

    /** Beside another version of its lineage. */
    public CardHistory withLineageVersion(long version) {
        return new CardHistory(position, atHand, early, version);
    }

    /** With what waits on the card, as it was loaded. */
    public CardHistory withEarly(List<EarlyArrival> loaded) {
        return new CardHistory(position, atHand, loaded, lineageVersion);
    }

    public CardHistory plusEarly(EarlyArrival arrival) {
        List<EarlyArrival> more = new ArrayList<>(early);
        more.add(arrival);
        return new CardHistory(position, atHand, more, lineageVersion);
    }

    public CardHistory minusEarly(EarlyArrival arrival) {
        List<EarlyArrival> rest = new ArrayList<>(early);
        rest.remove(arrival);
        return new CardHistory(position, atHand, rest, lineageVersion);
    }

    /** The latest transaction at hand that fits, or null. */
    public @Nullable Transaction latest(Predicate<Transaction> fits) {
        for (int i = atHand.size() - 1; i >= 0; i--) {
            if (fits.test(atHand.get(i))) {
                return atHand.get(i);
            }
        }
        return null;
    }
}
