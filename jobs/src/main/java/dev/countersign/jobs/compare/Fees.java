package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.MessagesInCut;
import dev.countersign.jobs.night.Night;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/** Fees that the network collects by a message of their own: a line each, and a journal. */
final class Fees {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final String KIND = "fee_collection";

    private Fees() {}

    static void book(Handle handle, Night night) {
        String paid = SQL.locate(Fees.class, "paid");
        for (String booked : List.of("lines", "journals")) {
            MessagesInCut.update(handle, night, KIND, SQL.locate(Fees.class, booked) + "\n" + paid);
        }
    }
}
