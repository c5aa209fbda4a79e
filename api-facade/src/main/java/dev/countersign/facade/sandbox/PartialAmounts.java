package dev.countersign.facade.sandbox;

import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.math.BigInteger;

/** The amounts of a part of a transaction in the currency of its merchant. */
final class PartialAmounts {

    private PartialAmounts() {}

    /** The merchant's part of so much on the card, at the rate of the authorization. */
    static Money ofMerchantAmount(Transaction original, long minor) {
        Money whole = original.claim().amount();
        long requested = original.amounts().requested();
        if (whole.currency().equals(original.currency()) || requested == 0) {
            return new Money(minor, whole.currency());
        }
        BigInteger share =
                BigInteger.valueOf(whole.minor())
                        .multiply(BigInteger.valueOf(minor))
                        .divide(BigInteger.valueOf(requested));
        return new Money(
                share.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact(), whole.currency());
    }
}
