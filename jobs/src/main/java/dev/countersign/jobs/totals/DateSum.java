package dev.countersign.jobs.totals;

import dev.countersign.jobs.night.Night;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/** The sums of a business date, each always from the rows that it is the sum of. */
public enum DateSum {
    /**
     * The totals of each settlement cycle; summed again when the network's fees were added to one.
     */
    CYCLES("cycle_part"),
    /** The amounts posted, by account, program and kind; summed once nothing more is booked. */
    POSTINGS("posting_total"),
    /** The movements of the accounts of the ledger; summed once nothing more is booked. */
    LEDGER("ledger_day"),
    /** The movements of funding accounts, with what each had before and has after the date. */
    FUNDS("funding_day");

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    private final String table;

    DateSum(String table) {
        this.table = table;
    }

    /** The table that holds it. */
    public String table() {
        return table;
    }

    /**
     * Sums the date, whatever was summed of it before, and with it those before it that no night
     * has summed for good: people may have booked on them since. The number of rows comes back.
     */
    public long sum(Handle handle, Night night) {
        handle.createUpdate(
                        "delete from "
                                + table
                                + " where mode = :mode"
                                + " and business_date between :firstDate and :businessDate")
                .bind("mode", night.mode().wire())
                .bind("firstDate", night.firstDate())
                .bind("businessDate", night.businessDate())
                .execute();
        return handle.createUpdate(SQL.locate(DateSum.class, table))
                .bind("mode", night.mode().wire())
                .bind("firstDate", night.firstDate())
                .bind("businessDate", night.businessDate())
                .execute();
    }
}
