package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.account.Mode;

/** A page was asked for in books that what it shows is not in. */
public final class OtherModeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Mode mode;

    /**
     * @param mode the books that it is in
     */
    public OtherModeException(Mode mode) {
        super("That is in the " + mode.wire() + " book.", null, false, false);
        this.mode = mode;
    }

    Mode mode() {
        return mode;
    }
}
