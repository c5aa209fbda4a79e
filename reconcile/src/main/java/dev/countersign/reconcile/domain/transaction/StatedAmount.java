package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The amount that a message states of a hold, whether it is read after its authorization or waited
 * for it.
 *
 * @param minor what it takes back, for a reversal
 * @param left what remains, where a reversal says so
 * @param merchantAmount in the merchant's currency; null where that was not kept
 */
public record StatedAmount(
        long minor, @Nullable Long left, @Nullable Money merchantAmount, Instant sent) {

    public static StatedAmount of(CardActivity activity, @Nullable Long left, Instant sent) {
        return new StatedAmount(activity.amount().minor(), left, activity.claim().amount(), sent);
    }

    /** As much of it as is there: the rest, and what remains, is said of what is still to come. */
    public StatedAmount only(long there) {
        return new StatedAmount(there, null, null, sent);
    }

    /**
     * The rest, of which something was taken back. What the merchant says of the whole is not said
     * of the rest.
     */
    StatedAmount less(long takenMinor) {
        return new StatedAmount(minor - takenMinor, left, null, sent);
    }
}
