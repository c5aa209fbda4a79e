package dev.countersign.reconcile.domain.feed;

/** The statements of a message about itself; everything absent is false. */
public record Flags(
        boolean partialApprovalSupported,
        boolean estimated,
        boolean extendedAuth,
        boolean mit,
        boolean moto,
        boolean recurring,
        boolean standIn,
        boolean finalClearing) {

    public static final Flags NONE =
            new Flags(false, false, false, false, false, false, false, false);

    /**
     * True when nobody was there to be authenticated: no strong authentication can be asked for.
     */
    public boolean cardholderAbsentByNature() {
        return mit || moto || recurring;
    }
}
