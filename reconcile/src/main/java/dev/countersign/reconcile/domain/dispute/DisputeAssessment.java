package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.Wire;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** The night's decision about a break. */
public sealed interface DisputeAssessment {

    /**
     * It is disputed.
     *
     * @param mode whether it is opened or only proposed to a person
     * @param code what the reason alone does not say, for the evidence
     * @param deadline the last business date on which it may still be filed
     */
    record Claim(
            DisputeReason reason, long minor, Mode mode, @Nullable String code, LocalDate deadline)
            implements DisputeAssessment {}

    /** The merchant still has time to put it right. */
    record Wait(LocalDate until) implements DisputeAssessment {}

    /** It could have been disputed; now it is too late, and an operator should know. */
    record MissedDeadline(LocalDate deadline) implements DisputeAssessment {}

    /** It is never disputed without a person. */
    record NoDispute(NoDisputeReason reason) implements DisputeAssessment {}

    /** The mode in which the night proceeds: it acts or it asks. */
    enum Mode implements Wire {
        OPEN,
        PROPOSE
    }

    /** The reason for which the night does not dispute a break. */
    enum NoDisputeReason implements Wire {
        /** No rule of a network covers such a difference. */
        NO_RULE,
        NOT_SETTLED,
        REVERSED,
        REFUND,
        REFUNDED,
        DISPUTED_BEFORE,
        /** Cash machines are put right by an adjustment of the network. */
        CASH,
        /** Card to card, or into an account: the money went to another purse. */
        FUNDING,
        TRANSIT,
        OFFLINE,
        /** It was matched by amount and merchant alone. */
        LOW_CONFIDENCE,
        /** A duplicate needs the same merchant number and amount, and the ARN of the right one. */
        NOT_PROVEN,
        /** The network's fees would eat it. */
        BELOW_FLOOR,
        /** It is switched off. */
        SWITCHED_OFF
    }
}
