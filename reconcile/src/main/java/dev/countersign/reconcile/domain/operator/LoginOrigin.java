package dev.countersign.reconcile.domain.operator;

import org.jspecify.annotations.Nullable;

/**
 * The place that a login comes from.
 *
 * @param address of the network, which many may share
 * @param browser the secret that a browser was given when an operator logged in there before; null
 *     for none
 */
public record LoginOrigin(String address, @Nullable String browser) {

    /** An address from which no browser is known. */
    public static LoginOrigin of(String address) {
        return new LoginOrigin(address, null);
    }

    @Override
    public String toString() {
        return address;
    }
}
