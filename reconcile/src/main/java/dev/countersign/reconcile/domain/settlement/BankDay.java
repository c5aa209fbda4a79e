package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.Wire;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A value date of the settlement account in one currency: what the bank moved against what the
 * networks settle on it. Amounts above 0 are what the issuer pays. They are sums of what others
 * say, so that they are exact however large; one that no account can hold never agrees.
 *
 * @param stated true when the bank has stated this date for good
 * @param complete no network has more to say about the date
 * @param writtenOff the difference that was written off, if it was
 */
public record BankDay(
        BigInteger bank,
        BigInteger network,
        boolean stated,
        boolean complete,
        @Nullable BigInteger writtenOff) {

    /** Half of what an amount in the ledger can be: going from any to any other still fits. */
    private static final int BITS_BOOKED_MAX = Long.SIZE - 2;

    /** The result of the comparison. */
    public enum BankMatch implements Wire {
        WAITING,
        AGREES,
        DIFFERS
    }

    /**
     * The amounts that the ledger should have of the date.
     *
     * @param paid what went to the networks
     * @param difference what was paid above what they said
     */
    public record BookedAmounts(long paid, long difference) {

        public static final BookedAmounts NOTHING = new BookedAmounts(0, 0);

        /** Returns what is missing up to another. */
        public BookedAmounts upTo(BookedAmounts other) {
            return new BookedAmounts(
                    Math.subtractExact(other.paid, paid),
                    Math.subtractExact(other.difference, difference));
        }
    }

    /** Above 0 when more was paid than the networks said. */
    public BigInteger difference() {
        return bank.subtract(network);
    }

    /**
     * Compares; nothing is said before both sides have spoken. Where nothing is due and nothing
     * moved, there is nothing that the bank could say.
     */
    public BankMatch match() {
        boolean nothing = bank.signum() == 0 && network.signum() == 0;
        if (!(stated || nothing) || !complete) {
            return BankMatch.WAITING;
        }
        boolean same = difference().signum() == 0 || difference().equals(writtenOff);
        return same && canBeBooked() ? BankMatch.AGREES : BankMatch.DIFFERS;
    }

    /**
     * Returns the amounts that have to be in the ledger. Nothing of a date is in it until the date
     * agrees, and what is there stays until then; of a date whose statement was taken back nothing
     * is left.
     */
    public BookedAmounts booked(BookedAmounts before) {
        if (match() == BankMatch.AGREES) {
            return new BookedAmounts(bank.longValueExact(), difference().longValueExact());
        }
        return stated ? before : BookedAmounts.NOTHING;
    }

    private boolean canBeBooked() {
        return bank.bitLength() <= BITS_BOOKED_MAX && difference().bitLength() <= BITS_BOOKED_MAX;
    }
}
