package dev.countersign.ingest.simulate;

import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import java.util.List;

/** The limits and controls that simulated cards are issued with, in minor units. */
public final class SimulatedRules {

    static final long SINGLE_MAX = 100_000;
    static final long DAILY_MAX = 250_000;
    static final long MONTHLY_MAX = 2_500_000;
    static final String BLOCKED_MCC = "7995";

    private SimulatedRules() {}

    /** One thousand units at once, two and a half thousand a day, twenty-five thousand a month. */
    public static SpendingLimits limits() {
        return new SpendingLimits(SINGLE_MAX, DAILY_MAX, MONTHLY_MAX);
    }

    /** No gambling; cash on some. */
    public static AuthorizationControls controls(boolean cashAllowed) {
        return new AuthorizationControls(
                List.of(), List.of(BLOCKED_MCC), List.of(), List.of(), true, true, cashAllowed);
    }

    /** Every fourth card may withdraw cash. */
    public static boolean cashAllowed(int number) {
        return number % 4 == 0;
    }
}
