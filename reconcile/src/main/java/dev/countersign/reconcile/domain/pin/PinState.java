package dev.countersign.reconcile.domain.pin;

/**
 * The PIN of a card as the decision knows it: whether it can be used, and the tries left before it
 * is blocked. Three consecutive wrong PINs block it.
 */
public record PinState(PinStatus status, int triesLeft) {

    public static final int TRIES = 3;
    public static final PinState NOT_SET = new PinState(PinStatus.NOT_SET, TRIES);

    public PinState {
        if (triesLeft < 0 || triesLeft > TRIES) {
            throw new IllegalArgumentException("tries left are 0 to 3: " + triesLeft);
        }
    }

    public boolean blocked() {
        return status == PinStatus.BLOCKED;
    }

    /** After a wrong PIN: one try less, blocked when none is left. */
    public PinState afterMismatch() {
        int left = Math.max(0, triesLeft - 1);
        return new PinState(left == 0 ? PinStatus.BLOCKED : status, left);
    }

    /** After the right PIN: all tries again. */
    public PinState afterMatch() {
        return triesLeft == TRIES ? this : new PinState(status, TRIES);
    }
}
