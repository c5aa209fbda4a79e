package dev.countersign.reconcile.domain.operator;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A user of the console.
 *
 * @param passwordHash made by a slow function, with its salt and its name in front
 * @param passwordTemporary true until its owner has chosen one
 * @param disabledAt since when nobody is let in any more; null while that is not so
 * @param accessVersion another after each change of roles, password and state; who logged in under
 *     an older one is logged in no longer
 * @param secondFactor true when they have something beside the password
 */
public record Operator(
        String name,
        OperatorRoles roles,
        String passwordHash,
        boolean passwordTemporary,
        @Nullable Instant disabledAt,
        Instant createdAt,
        @Nullable Instant lastLoginAt,
        long accessVersion,
        boolean secondFactor) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9._-]{1,39}");

    /** True when an operator can have this name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** True when the operator may not log in. */
    public boolean disabled() {
        return disabledAt != null;
    }

    /** The same in other roles. */
    public Operator in(OperatorRoles others) {
        return with(others, passwordHash, passwordTemporary, disabledAt);
    }

    /** The same with another password. */
    public Operator withPassword(String hash, boolean temporary) {
        return with(roles, hash, temporary, disabledAt);
    }

    /** The same, disabled since a moment; null where it is enabled again. */
    public Operator disabledAt(@Nullable Instant since) {
        return with(roles, passwordHash, passwordTemporary, since);
    }

    private Operator with(
            OperatorRoles newRoles, String hash, boolean temporary, @Nullable Instant disabled) {
        return new Operator(
                name,
                newRoles,
                hash,
                temporary,
                disabled,
                createdAt,
                lastLoginAt,
                accessVersion + 1,
                secondFactor);
    }

    @Override
    public String toString() {
        return name + " (" + roles + ")";
    }
}
