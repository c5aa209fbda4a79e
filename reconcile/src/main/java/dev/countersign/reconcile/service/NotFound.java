package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;

/** Refusals that say that something is not there. */
public final class NotFound {

    private NotFound() {}

    /**
     * A refusal.
     *
     * @param kind of thing, such as {@code card}
     * @param param where the caller named it
     */
    public static RequestRefusedException of(String kind, String param) {
        return new RequestRefusedException(
                ErrorCode.RESOURCE_MISSING, "There is no such " + kind + ".", param);
    }
}
