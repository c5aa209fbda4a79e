package dev.countersign.reconcile.domain.transaction;

/**
 * The amounts that a transaction's money went to, in minor units of the card's currency.
 *
 * @param displayAmount what the interface shows: requested while declined, held while authorized,
 *     cleared when settled, the last hold when reversed
 * @param approved the authorization and its increments, less what was given back before the last
 *     increment or the first clearing; from then on what may clear in all
 * @param held what is still reserved
 * @param cleared what was posted, net of clearing reversals
 */
public record Amounts(
        long displayAmount,
        long requested,
        long approved,
        long held,
        long cleared,
        long reversed,
        long expired,
        long refunded) {

    public static Amounts declined(long requested) {
        return new Amounts(requested, requested, 0, 0, 0, 0, 0, 0);
    }

    /** An approved request whose money is held. */
    public static Amounts held(long requested, long approved) {
        return new Amounts(approved, requested, approved, approved, 0, 0, 0, 0);
    }

    /** An approved refund: nothing is held, nothing can be spent before it clears. */
    public static Amounts awaitingRefund(long requested) {
        return new Amounts(requested, requested, requested, 0, 0, 0, 0, 0);
    }

    /** Posted without any hold. */
    public static Amounts cleared(long amount) {
        return new Amounts(amount, amount, 0, 0, amount, 0, 0, 0);
    }

    /** Returns the amount that counts towards limits. */
    public long counted() {
        return saturated(held, cleared);
    }

    /**
     * With an increment on top of what still counts; what was given back before stays given back.
     */
    public Amounts plusIncrement(long increment) {
        long more = Math.addExact(held, increment);
        return new Amounts(
                cleared == 0 ? more : displayAmount,
                requested,
                Math.addExact(Math.min(approved, counted()), increment),
                more,
                cleared,
                reversed,
                expired,
                refunded);
    }

    /** With the hold at another amount, as the network approved it. */
    public Amounts withHold(long amount) {
        return new Amounts(
                cleared == 0 ? amount : displayAmount,
                requested,
                Math.max(approved, amount),
                amount,
                cleared,
                reversed,
                expired,
                refunded);
    }

    /**
     * With the authorization itself approved for more, or less, than it was; its increments and
     * what was given back stay.
     *
     * @param change above minus what is held
     * @param increments their sum, which stays approved whatever becomes of the rest
     */
    public Amounts plusAuthorized(long change, long increments) {
        long hold = change > 0 ? saturated(held, change) : held + change;
        long moved = change > 0 ? saturated(approved, change) : approved + change;
        return new Amounts(
                cleared == 0 ? hold : displayAmount,
                requested,
                Math.max(moved, Math.max(hold, increments)),
                hold,
                cleared,
                reversed,
                expired,
                refunded);
    }

    /** With part of the hold given back. */
    public Amounts minusReversed(long amount) {
        long rest = Math.subtractExact(held, amount);
        boolean nothingLeft = rest == 0 && cleared == 0;
        long nowShown = cleared > 0 || nothingLeft ? displayAmount : rest;
        return new Amounts(
                nowShown,
                requested,
                approved,
                rest,
                cleared,
                saturated(reversed, amount),
                expired,
                refunded);
    }

    /**
     * With part of what expired given back by the merchant, of which that much is no longer said to
     * have expired.
     *
     * @param rest what a clearing may still present
     */
    public Amounts reversedAfterExpiry(long rest) {
        long stillExpired = Math.min(expired, rest);
        return new Amounts(
                rest == 0 ? displayAmount : rest,
                requested,
                approved,
                held,
                cleared,
                saturated(reversed, expired - stillExpired),
                stillExpired,
                refunded);
    }

    /** With another amount approved by the network of what expired; nothing is held again. */
    public Amounts approvedAfterExpiry(long amount) {
        return new Amounts(
                amount,
                requested,
                Math.max(approved, amount),
                held,
                cleared,
                reversed,
                expired,
                refunded);
    }

    /** With another amount approved by the network in all, of which a part has cleared. */
    Amounts approvedAfterPart(long amount) {
        return new Amounts(
                displayAmount,
                requested,
                amount,
                Math.max(0, amount - cleared),
                cleared,
                reversed,
                expired,
                refunded);
    }

    /** An awaited refund that came. */
    public Amounts refundCleared(long amount) {
        return new Amounts(amount, requested, approved, 0, amount, reversed, expired, refunded);
    }

    /** With a clearing posted: what is authorized in all stays, the hold is another one. */
    Amounts clear(long amount, long holdAfter, long authorized) {
        long all = Math.addExact(cleared, amount);
        return new Amounts(all, requested, authorized, holdAfter, all, reversed, expired, refunded);
    }

    /** With a clearing taken back; when nothing is left, nothing is held any more either. */
    Amounts minusCleared(long amount) {
        long rest = Math.subtractExact(cleared, amount);
        if (rest < 0) {
            throw new IllegalArgumentException("more is taken back than was cleared");
        }
        if (rest > 0) {
            return new Amounts(rest, requested, approved, held, rest, reversed, expired, refunded);
        }
        long last = approved > 0 ? approved : displayAmount;
        return new Amounts(last, requested, approved, 0, 0, reversed, expired, refunded);
    }

    /**
     * As if a clearing had never been posted to it.
     *
     * @param holdBack what is held again
     */
    Amounts withoutClearing(long amount, long holdBack) {
        long rest = Math.subtractExact(cleared, amount);
        if (rest < 0) {
            throw new IllegalArgumentException("more is taken away than was cleared");
        }
        long hold = Math.addExact(held, holdBack);
        long last = approved > 0 ? approved : displayAmount;
        long nowShown = rest > 0 ? rest : hold > 0 ? hold : last;
        return new Amounts(nowShown, requested, approved, hold, rest, reversed, expired, refunded);
    }

    /** With what is held released, because nobody cleared it in time. */
    Amounts expire() {
        return new Amounts(
                displayAmount,
                requested,
                approved,
                0,
                cleared,
                reversed,
                saturated(expired, held),
                refunded);
    }

    Amounts withApproved(long amount) {
        return new Amounts(
                displayAmount, requested, amount, held, cleared, reversed, expired, refunded);
    }

    /** With a refund taken back that was credited before. */
    Amounts minusRefunded(long amount) {
        return new Amounts(
                displayAmount,
                requested,
                approved,
                held,
                cleared,
                reversed,
                expired,
                Math.max(0, refunded - amount));
    }

    /** With a refund credited to the cardholder elsewhere. */
    public Amounts plusRefunded(long amount) {
        return new Amounts(
                displayAmount,
                requested,
                approved,
                held,
                cleared,
                reversed,
                expired,
                saturated(refunded, amount));
    }

    /** A sum of amounts, at most the largest long. */
    static long saturated(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
