package dev.countersign.reconcile.domain.feed;

import org.jspecify.annotations.Nullable;

/**
 * The numbers by which networks and acquirers name a message, and later messages find what it made.
 *
 * @param networkTxnId the network's name of the lifecycle; the only one that does not recycle
 */
public record NetworkKeys(
        @Nullable String networkTxnId,
        @Nullable String stan,
        @Nullable String rrn,
        @Nullable String acquirerId) {

    public static final NetworkKeys NONE = new NetworkKeys(null, null, null, null);

    /** The lifecycle alone. */
    public static NetworkKeys lifecycle(@Nullable String networkTxnId) {
        return new NetworkKeys(networkTxnId, null, null, null);
    }

    public NetworkKeys withNetworkTxnId(@Nullable String changed) {
        return new NetworkKeys(changed, stan, rrn, acquirerId);
    }

    public NetworkKeys withStan(@Nullable String changed) {
        return new NetworkKeys(networkTxnId, changed, rrn, acquirerId);
    }

    /** True when both numbers name the same: what says nothing names nothing. */
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
