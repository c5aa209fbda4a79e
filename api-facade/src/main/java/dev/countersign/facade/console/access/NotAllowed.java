package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.operator.OperatorRole;

/** Somebody asks for what their role may not do. */
public final class NotAllowed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotAllowed(OperatorRole needed) {
        super(
                "This needs the role " + needed.wire() + ": ask an administrator.",
                null,
                false,
                false);
    }
}
