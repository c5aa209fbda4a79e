package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.Refused;

/** How it is said that something is not there. */
public final class Missing {

    private Missing() {}

    /**
     * A refusal.
     *
     * @param kind of thing, such as {@code card}
     * @param param where the caller named it
     */
    public static Refused of(String kind, String param) {
        return new Refused(ErrorCode.RESOURCE_MISSING, "There is no such " + kind + ".", param);
    }
}
