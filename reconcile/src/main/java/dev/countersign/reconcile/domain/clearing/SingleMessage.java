package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.money.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * An approved financial request that waits for the night. No clearing follows it: the message is
 * its own clearing record.
 *
 * @param interchangeMinor above 0 what the issuer earns; null where the message says none
 * @param interchangeCurrency as the message writes it; null where it is that of the settlement
 * @param settlement where the message says that it is settled; in no cycle where it says nothing
 */
public record SingleMessage(
        TransactionId transaction,
        @Nullable Long interchangeMinor,
        @Nullable String interchangeCurrency,
        Settlement settlement) {

    /** The same in no cycle: what it says of its settlement cannot be booked. */
    public SingleMessage inNoCycle() {
        return new SingleMessage(
                transaction,
                interchangeMinor,
                interchangeCurrency == null ? settlement.currency() : interchangeCurrency,
                Settlement.NONE);
    }

    /**
     * Returns the amount that the network settles for the billed part of the message.
     *
     * @param billed what is posted: less than was asked for where only a part was approved, or a
     *     part was reversed
     * @param requested all that was asked for, of which the message speaks
     */
    public Money networkMoney(Money billed, long requested) {
        Money whole = settlement.of(billed);
        return whole.currency().equals(billed.currency())
                ? billed
                : new Money(
                        Ratio.of(whole.minor(), billed.minor(), Math.max(1, requested)),
                        whole.currency());
    }
}
