package dev.countersign.facade.console.access;

import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** A login that is not checked, because too many before it failed or too many come at once. */
final class AttemptsExhaustedException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    AttemptsExhaustedException(Duration retryAfter) {
        super("too many attempts");
        this.retryAfter = retryAfter;
    }

    /** Returns the time after which another attempt is considered. */
    Duration retryAfter() {
        return retryAfter;
    }
}
