package dev.countersign.jobs;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jdbi.v3.core.Handle;

/** The time by the database, which all processes have in common. */
@FunctionalInterface
interface DatabaseClock {

    /** As the server tells it. */
    DatabaseClock OF_THE_SERVER =
            handle ->
                    handle.select("select clock_timestamp()")
                            .mapTo(OffsetDateTime.class)
                            .one()
                            .toInstant();

    Instant now(Handle handle);
}
