package dev.countersign.reconcile.domain.breaks;

import org.jspecify.annotations.Nullable;

/** A break that is written off. One person says why, another one agrees. */
public record WriteOff(String reason, String by, String approvedBy) {

    public WriteOff {
        String objection = objection(reason, by, approvedBy);
        if (objection != null) {
            throw new IllegalArgumentException(objection);
        }
    }

    private static @Nullable String objection(String reason, String by, String approvedBy) {
        if (reason.isBlank()) {
            return "A write-off needs a reason.";
        }
        boolean alone =
                by.isBlank()
                        || approvedBy.isBlank()
                        || by.strip().equalsIgnoreCase(approvedBy.strip());
        return alone ? "A write-off needs two operators." : null;
    }
}
