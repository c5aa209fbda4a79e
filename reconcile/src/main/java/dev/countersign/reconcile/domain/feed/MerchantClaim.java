package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * The claim of a merchant: who asks, where the card was met, and for how much.
 *
 * @param amount in the merchant's currency (ISO 8583 DE4, DE49)
 */
public record MerchantClaim(Merchant merchant, Channel channel, Money amount) {

    /** Minor units of what a message says of the merchant's money; null in another currency. */
    public @Nullable Long minorOf(@Nullable Money stated) {
        return stated != null && stated.currency().equals(amount.currency())
                ? Long.valueOf(stated.minor())
                : null;
    }
}
