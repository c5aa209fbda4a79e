package dev.countersign.reconcile.testkit;

import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/** The time that passes until nobody waits for a process that runs no night any more. */
public final class NightLeaseTime {

    private NightLeaseTime() {}

    /** Passes at once. */
    public static void runsOut(DataSource book) {
        Jdbi.create(book)
                .useHandle(
                        handle ->
                                handle.execute(
                                        "update night_lease set held_until = clock_timestamp()"
                                                + " where held_until is not null"));
    }
}
