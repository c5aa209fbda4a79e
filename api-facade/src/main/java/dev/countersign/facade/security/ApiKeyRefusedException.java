package dev.countersign.facade.security;

import dev.countersign.reconcile.domain.RequestRefusedException;
import org.springframework.security.core.AuthenticationException;

/** A request that is not let in, with what it is answered. */
final class ApiKeyRefusedException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final transient RequestRefusedException refusal;

    ApiKeyRefusedException(RequestRefusedException refusal) {
        super(String.valueOf(refusal.getMessage()));
        this.refusal = refusal;
    }

    RequestRefusedException refusal() {
        return refusal;
    }
}
