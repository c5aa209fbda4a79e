package dev.countersign.reconcile.domain.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who works at the console.
 *
 * @param passwordHash made by a slow function, with its salt and its name in front
 * @param passwordTemporary true until its owner has chosen one
 * @param failedLogins in a row, since somebody was let in
 * @param lockedUntil until when nobody is let in; null for never locked
 * @param disabledAt since when nobody is let in any more; null while that is not so
 */
public record Operator(
        String name,
        OperatorRoles roles,
        String passwordHash,
        boolean passwordTemporary,
        int failedLogins,
        @Nullable Instant lockedUntil,
        @Nullable Instant disabledAt,
        Instant createdAt,
        @Nullable Instant lastLoginAt) {

    /** As many wrong passwords in a row, and nobody is let in under the name for a while. */
    public static final int FAILURES_MAX = 5;

    /** How long that while is. */
    public static final Duration LOCK = Duration.ofMinutes(15);

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9._-]{1,39}");

    /** True when somebody can be called so. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** True when too many wrong passwords were given a short while ago. */
    public boolean locked(Instant now) {
        return lockedUntil != null && now.isBefore(lockedUntil);
    }

    /** True when somebody was told to stay out. */
    public boolean disabled() {
        return disabledAt != null;
    }

    /** The same, let in. */
    public Operator letIn(Instant now) {
        return with(roles, passwordHash, passwordTemporary, 0, null, disabledAt, now);
    }

    /** The same after a wrong password: locked when it was one too many. */
    public Operator mistaken(Instant now) {
        int failures = failedLogins + 1;
        boolean tooMany = failures >= FAILURES_MAX;
        return with(
                roles,
                passwordHash,
                passwordTemporary,
                tooMany ? 0 : failures,
                tooMany ? now.plus(LOCK) : null,
                disabledAt,
                lastLoginAt);
    }

    /** The same in other roles. */
    public Operator in(OperatorRoles others) {
        return with(others, passwordHash, passwordTemporary, 0, null, disabledAt, lastLoginAt);
    }

    /** The same with another password. */
    public Operator withPassword(String hash, boolean temporary) {
        return with(roles, hash, temporary, 0, null, disabledAt, lastLoginAt);
    }

    /** The same, kept out since a moment; null for let in again. */
    public Operator keptOut(@Nullable Instant since) {
        return with(roles, passwordHash, passwordTemporary, 0, null, since, lastLoginAt);
    }

    private Operator with(
            OperatorRoles newRoles,
            String hash,
            boolean temporary,
            int failures,
            @Nullable Instant locked,
            @Nullable Instant disabled,
            @Nullable Instant loginAt) {
        return new Operator(
                name, newRoles, hash, temporary, failures, locked, disabled, createdAt, loginAt);
    }

    @Override
    public String toString() {
        return name + " (" + roles + ")";
    }
}
