package dev.countersign.jobs.proof;

import dev.countersign.reconcile.domain.Wire;
import java.util.EnumSet;
import java.util.Set;

/**
 * The components by which the account of the network moves on a date, in the order from gross to
 * net.
 */
public enum Component implements Wire {
    PURCHASE,
    CASH,
    REFUND,
    REVERSAL,
    CORRECTION,
    CHARGEBACK,
    REPRESENTMENT,
    ARBITRATION,
    INTERCHANGE,
    FEE,
    /** Amount that the network states otherwise, until it corrects it. */
    DIFFERENCE,
    /** Amounts that moved with disputes before cycles settled them. */
    DISPUTE,
    /** Amount that the bank paid, or was paid. */
    PAID;

    private static final Set<Component> GROSS =
            EnumSet.of(
                    PURCHASE,
                    CASH,
                    REFUND,
                    REVERSAL,
                    CORRECTION,
                    CHARGEBACK,
                    REPRESENTMENT,
                    ARBITRATION);
    private static final Set<Component> BOOKED = EnumSet.of(DIFFERENCE, DISPUTE, PAID);

    /** True for what the records themselves ask for, before interchange and fees. */
    public boolean gross() {
        return GROSS.contains(this);
    }

    /** True for what no record of the date says, but the ledger. */
    public boolean booked() {
        return BOOKED.contains(this);
    }
}
