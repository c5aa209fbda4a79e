package dev.countersign.reconcile.domain.operator;

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
        OperatorRole role,
        String passwordHash,
        boolean passwordTemporary,
        int failedLogins,
        @Nullable Instant lockedUntil,
        @Nullable Instant disabledAt,
        Instant createdAt,
        @Nullable Instant lastLoginAt) {

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

    @Override
    public String toString() {
        return name + " (" + role.wire() + ")";
    }
}
