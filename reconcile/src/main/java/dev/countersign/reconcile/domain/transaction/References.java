package dev.countersign.reconcile.domain.transaction;

import org.jspecify.annotations.Nullable;

/** Compares the numbers by which networks name things. */
public final class References {

    private References() {}

    /** True when both name the same: what says nothing names nothing. */
    public static boolean same(@Nullable String one, @Nullable String other) {
        return one != null && present(one) && one.equals(other);
    }

    /** Equal where both are there. */
    public static boolean agree(@Nullable String one, @Nullable String other) {
        return !present(one) || !present(other) || same(one, other);
    }

    /** Blank and all-zero numbers are how networks say that there is none. */
    public static boolean present(@Nullable String number) {
        if (number == null) {
            return false;
        }
        for (int i = 0; i < number.length(); i++) {
            char character = number.charAt(i);
            if (character != '0' && character != ' ') {
                return true;
            }
        }
        return false;
    }
}
