package dev.countersign.reconcile.domain.funding;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.ProgramId;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/**
 * Money of one currency that the cards of a program, or of a customer, spend from: a customer's
 * account comes before that of the program.
 *
 * @param program whose cards spend from it; null where it is a customer's
 * @param customer whose cards spend from it; null where it is a program's
 * @param balanceMinor what ledger account 2100 owes its owner; below zero after clearings above it
 * @param heldMinor open holds of authorizations that were decided on it
 */
public record FundingAccount(
        FundingId id,
        Book book,
        @Nullable ProgramId program,
        @Nullable CustomerId customer,
        Currency currency,
        BigInteger balanceMinor,
        BigInteger heldMinor,
        Instant createdAt) {

    public FundingAccount {
        if ((program == null) == (customer == null)) {
            throw new IllegalArgumentException("a funding account has one owner: " + id);
        }
    }

    /** Returns the amount that can be spent; below zero after clearings above it. */
    public BigInteger availableMinor() {
        return balanceMinor.subtract(heldMinor);
    }
}
