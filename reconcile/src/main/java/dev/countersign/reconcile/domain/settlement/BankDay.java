package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.Wire;
import org.jspecify.annotations.Nullable;

/**
 * A value date of the settlement account in one currency: what the bank moved against what the
 * networks settle on it. Amounts above 0 are what the issuer pays.
 *
 * @param told the bank has stated this date, or a later one
 * @param complete no network has more to say about the date
 * @param borne the difference that the issuer bears, if somebody decided so
 */
public record BankDay(
        long bank, long network, boolean told, boolean complete, @Nullable Long borne) {

    /** What the comparison says. */
    public enum Verdict implements Wire {
        WAITING,
        AGREES,
        DIFFERS
    }

    /**
     * What the ledger should have of the date.
     *
     * @param paid what went to the networks
     * @param difference what was paid above what they said
     */
    public record Booked(long paid, long difference) {

        public static final Booked NOTHING = new Booked(0, 0);

        /** What is missing up to another. */
        public Booked upTo(Booked other) {
            return new Booked(
                    Math.subtractExact(other.paid, paid),
                    Math.subtractExact(other.difference, difference));
        }
    }

    /** Above 0 when more was paid than the networks said. */
    public long difference() {
        return Math.subtractExact(bank, network);
    }

    /** Compares; nothing is said before both sides have spoken. */
    public Verdict verdict() {
        if (!told || !complete) {
            return Verdict.WAITING;
        }
        return difference() == 0 || isBorne() ? Verdict.AGREES : Verdict.DIFFERS;
    }

    /**
     * What has to be in the ledger: nothing of a date until it agrees, and what is there stays
     * until then.
     */
    public Booked booked(Booked before) {
        return verdict() == Verdict.AGREES ? new Booked(bank, difference()) : before;
    }

    private boolean isBorne() {
        return borne != null && borne == difference();
    }
}
