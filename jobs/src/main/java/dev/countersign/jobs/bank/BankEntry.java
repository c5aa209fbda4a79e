package dev.countersign.jobs.bank;

import dev.countersign.reconcile.domain.money.Money;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A booked entry of a statement.
 *
 * @param statement the bank's id of the statement
 * @param number its place in the statement, from 1
 * @param paidMinor above 0 what left the account, below 0 what came in
 */
public record BankEntry(
        String statement,
        int number,
        String account,
        @Nullable String reference,
        LocalDate bookedOn,
        LocalDate valueDate,
        String currency,
        long paidMinor) {

    static long signed(Money amount, boolean out) {
        return out ? amount.minor() : Math.negateExact(amount.minor());
    }
}
