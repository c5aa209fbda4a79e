package dev.countersign.jobs.compare;

import dev.countersign.reconcile.domain.breaks.BreakClosing;
import dev.countersign.reconcile.domain.breaks.CreditPool.Part;
import java.util.UUID;

/**
 * Part of a record, which gave something back, beside a difference that it may close.
 *
 * @param minor what the merchant did not take back of it; of a reversal what it took back there
 * @param clearedMinor what cleared of the purchase, and no reversal took back
 * @param refund true for a refund, false for a reversal
 * @param linked true when it says of which purchase it is, and is not merely alike
 * @param sameAmount true when the merchant gave back just what it had asked for
 * @param all true when everything that cleared of the purchase came back
 * @param ofRecord true when all of the record that differs was taken back
 * @param answeredMinor what of it answered differences before this night
 * @param answeredHereMinor what of that answered differences of this purchase
 */
record Credit(
        OpenBreak open,
        Part part,
        UUID purchase,
        long minor,
        long clearedMinor,
        boolean refund,
        boolean linked,
        boolean sameMerchant,
        boolean sameAmount,
        boolean all,
        boolean ofRecord,
        long answeredMinor,
        long answeredHereMinor) {

    boolean exact() {
        return sameAmount || minor == open.minor();
    }

    boolean closes() {
        return open.closesWith(
                new BreakClosing.MerchantCredited(
                        sameAmount ? open.minor() : minor, sameMerchant, all || ofRecord));
    }

    /**
     * Returns the part of the credit that the break uses up. Abroad, rates may have moved since.
     *
     * @param served what of it answered differences of this purchase until now
     * @param has what of it is left for the purchase
     */
    long uses(long served, long has) {
        if (all) {
            return Math.max(0, clearedMinor - served);
        }
        if (sameAmount) {
            return Math.min(open.minor(), minor);
        }
        return ofRecord ? Math.min(open.minor(), has) : open.minor();
    }
}
