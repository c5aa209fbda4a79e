package dev.countersign.facade.security;

import dev.countersign.reconcile.domain.Refused;
import org.springframework.security.core.AuthenticationException;

/** A request that is not let in, with what it is answered. */
final class ApiKeyRefused extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final transient Refused refusal;

    ApiKeyRefused(Refused refusal) {
        super(String.valueOf(refusal.getMessage()));
        this.refusal = refusal;
    }

    Refused refusal() {
        return refusal;
    }
}
