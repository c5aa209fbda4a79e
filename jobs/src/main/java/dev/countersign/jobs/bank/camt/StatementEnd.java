package dev.countersign.jobs.bank.camt;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The end of a statement, or of one page of it: what all of it comes to.
 *
 * @param opening balance before its entries; null where it states none
 * @param closing booked balance after them; null where it states none
 * @param content hash of all that it says
 */
public record StatementEnd(@Nullable Balance opening, @Nullable Balance closing, String content) {

    /**
     * A balance of the account.
     *
     * @param minor above 0 where the account has money
     */
    public record Balance(@Nullable LocalDate date, long minor) {}
}
