package dev.countersign.reconcile.domain.feed.evidence;

import org.jspecify.annotations.Nullable;

/**
 * The verifications that took place before the message reached us: PIN, CVC, cryptogram and 3-D
 * Secure.
 */
public record VerificationEvidence(
        PinEvidence pin,
        CvcEvidence cvc,
        CryptogramEvidence cryptogram,
        @Nullable String eci,
        @Nullable TransStatus transStatus,
        ClaimedExemption exemption) {

    public static final VerificationEvidence NONE =
            new VerificationEvidence(
                    PinEvidence.ABSENT,
                    CvcEvidence.NOT_CHECKED,
                    CryptogramEvidence.NOT_CHECKED,
                    null,
                    null,
                    ClaimedExemption.NONE);
}
