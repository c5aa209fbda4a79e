package dev.countersign.reconcile.domain.settlement;

/** A break that the issuer bears. One person says why, another one agrees. */
public record WriteOff(String reason, String by, String agreedBy) {

    public WriteOff {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("a write-off needs a reason");
        }
        if (by.isBlank() || agreedBy.isBlank() || by.strip().equalsIgnoreCase(agreedBy.strip())) {
            throw new IllegalArgumentException("a write-off needs two persons");
        }
    }
}
