package dev.countersign.jobs.bank.camt;

import dev.countersign.reconcile.domain.id.FundingId;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A booked entry of a statement.
 *
 * @param number its place in the statement, from 1; it says nothing about which entry it is
 * @param identity what it is known by wherever it is stated: the bank's own reference ({@code
 *     AcctSvcrRef}) with its date and amount, else a hash of all that the bank says of it
 * @param reference for people to read
 * @param paidMinor above 0 what left the account, below 0 what came in
 * @param funding the one funding account that its payments name; null where they name none or
 *     several
 * @param fundingNote a sentence on names of funding accounts that do not say whose it is
 */
public record BankEntry(
        int number,
        String identity,
        @Nullable String reference,
        LocalDate bookedOn,
        LocalDate valueDate,
        long paidMinor,
        @Nullable FundingId funding,
        @Nullable String fundingNote) {

    private static final String BY_REFERENCE = "ref ";
    private static final String BY_CONTENT = "all ";

    static String byReference(String reference, LocalDate bookedOn, long paidMinor) {
        return BY_REFERENCE + reference + "|" + bookedOn + "|" + paidMinor;
    }

    static String byContent(String sha256) {
        return BY_CONTENT + sha256;
    }

    /** True where the bank gave it a reference of its own. */
    public boolean hasOwnReference() {
        return identity.startsWith(BY_REFERENCE);
    }
}
