package dev.countersign.reconcile.domain.operator;

import java.time.Duration;

/**
 * The limits of logins that fail.
 *
 * @param ofBoth of one name from one address
 * @param ofSource of all names from one address
 * @param ofName of one name from all addresses that it never came in from
 */
public record LoginLimits(LoginLimit ofBoth, LoginLimit ofSource, LoginLimit ofName) {

    private static final int OF_NAME = 50;

    /** Limits of so many failures of one name, and of all names, from one address. */
    public static LoginLimits of(int perOperator, int perSource) {
        return new LoginLimits(
                new LoginLimit(perOperator, Duration.ofSeconds(30)),
                new LoginLimit(perSource, Duration.ofSeconds(10)),
                new LoginLimit(OF_NAME, Duration.ofSeconds(30)));
    }
}
