package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.operator.LoginOrigin;
import dev.countersign.reconcile.service.access.LoginAttempts;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Checks passwords, at most half as many at once as there are processors, and within {@link
 * LoginAttempts}. An attempt is counted before its password is checked, so that several at once are
 * no way around the limits.
 *
 * @param passwords compares a password with what is kept of it
 */
record LoginProvider(AuthenticationProvider passwords, LoginAttempts attempts)
        implements AuthenticationProvider {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Semaphore PROCESSORS =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    @Override
    public Authentication authenticate(Authentication asked) {
        acquire();
        try {
            String name = asked.getName();
            LoginOrigin source = origin(asked);
            attempts.begin(name, source)
                    .ifPresent(
                            wait -> {
                                throw new AttemptsExhaustedException(wait);
                            });
            Authentication in = compare(asked, name, source);
            attempts.succeeded(name, source);
            return in;
        } finally {
            PROCESSORS.release();
        }
    }

    private Authentication compare(Authentication asked, String name, LoginOrigin source) {
        try {
            Authentication in = passwords.authenticate(asked);
            if (in == null) {
                throw new IllegalStateException("a password is right or wrong");
            }
            return in;
        } catch (InternalAuthenticationServiceException e) {
            throw e;
        } catch (AuthenticationException e) {
            attempts.failed(name, source);
            throw e;
        }
    }

    private void acquire() {
        try {
            if (!PROCESSORS.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AttemptsExhaustedException(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AttemptsExhaustedException(PATIENCE);
        }
    }

    private static LoginOrigin origin(Authentication asked) {
        return asked.getDetails() instanceof LoginOrigin origin ? origin : LoginOrigin.of("");
    }

    @Override
    public boolean supports(Class<?> type) {
        return passwords.supports(type);
    }
}
