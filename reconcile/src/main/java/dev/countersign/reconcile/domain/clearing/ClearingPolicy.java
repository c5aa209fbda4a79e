package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.money.Ratio;

/**
 * The numbers that are a matter of contract and not of arithmetic. Networks change these numbers,
 * and tell only their members. A record is posted whatever the numbers say.
 *
 * @param ceilings how much may clear against an authorization
 * @param fxDriftPercent how far the billed amount may drift while the merchant's amount agrees
 * @param ageDaysMax how old an authorization may be to be matched
 * @param windowExtraDays days after the hold's window in which approval code, merchant and amount
 *     may still find it
 * @param nearDays how many days amount and merchant alone may be apart
 * @param holdDaysDefault the window of what has none of its own
 * @param graceDays how many days after its last day a hold still waits for its clearing
 * @param interchangeToleranceMinor how far the interchange of a record may be off the rates
 */
public record ClearingPolicy(
        Ceilings ceilings,
        int fxDriftPercent,
        int ageDaysMax,
        int windowExtraDays,
        int nearDays,
        int holdDaysDefault,
        int graceDays,
        long interchangeToleranceMinor) {

    public static final ClearingPolicy DEFAULT =
            new ClearingPolicy(Ceilings.DEFAULT, 3, 120, 10, 3, 7, 2, 0);

    /** The same with other ceilings. */
    public ClearingPolicy with(Ceilings changed) {
        return with(changed, fxDriftPercent, graceDays, interchangeToleranceMinor);
    }

    /** The same with another drift that is allowed to rates. */
    public ClearingPolicy withFxDriftPercent(int percent) {
        return with(ceilings, percent, graceDays, interchangeToleranceMinor);
    }

    /** The same with other days of grace. */
    public ClearingPolicy withGraceDays(int days) {
        return with(ceilings, fxDriftPercent, days, interchangeToleranceMinor);
    }

    /** The same with another tolerance of interchange. */
    public ClearingPolicy withInterchangeToleranceMinor(long minor) {
        return with(ceilings, fxDriftPercent, graceDays, minor);
    }

    private ClearingPolicy with(Ceilings changed, int driftPercent, int days, long toleranceMinor) {
        return new ClearingPolicy(
                changed,
                driftPercent,
                ageDaysMax,
                windowExtraDays,
                nearDays,
                holdDaysDefault,
                days,
                toleranceMinor);
    }

    /**
     * Returns the number of days before a record that its matched authorization may lie, whatever
     * the hour. What was posted to that authorization is not older than the authorization.
     */
    public int reachDays() {
        return ageDaysMax + 1;
    }

    /** An amount and the drift that is allowed on it. */
    public long withDrift(long amount) {
        return Ratio.of(amount, 100L + fxDriftPercent, 100);
    }

    /** True when a drift is more than rates explain. */
    public boolean driftedTooFar(long authorized, long drift) {
        return Math.abs(drift) > Ratio.of(authorized, fxDriftPercent, 100);
    }
}
