package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Reversal;
import dev.countersign.reconcile.domain.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Content of a reversal, whether it is read after its authorization or waited for it.
 *
 * @param minor what it takes back
 * @param left what remains, where it says so
 * @param merchantAmount what it takes back in the merchant's currency; null where that was not kept
 */
public record HoldRelease(
        long minor, @Nullable Long left, @Nullable Money merchantAmount, Instant sent) {

    public static HoldRelease of(Reversal reversal) {
        CardActivity activity = reversal.activity();
        return new HoldRelease(
                activity.amount().minor(),
                reversal.replacementMinor(),
                activity.merchantAmount(),
                reversal.header().at());
    }

    /** As much of it as is there: the rest, and what remains, is said of what is still to come. */
    public HoldRelease only(long there) {
        return new HoldRelease(there, null, null, sent);
    }
}
