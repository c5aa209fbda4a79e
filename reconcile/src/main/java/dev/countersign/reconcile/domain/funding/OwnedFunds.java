package dev.countersign.reconcile.domain.funding;

import org.jspecify.annotations.Nullable;

/**
 * A funding account with the name of its owner, for people.
 *
 * @param owner the program's name, or what the caller knows the customer by; null for a customer
 *     that has no such name
 */
public record OwnedFunds(FundingAccount account, @Nullable String owner) {

    /** Returns the code of its currency. */
    public String currency() {
        return account.currency().getCurrencyCode();
    }
}
