package dev.countersign.jobs.expire;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/**
 * Expires holds whose window, with two days of grace, ended before the business date: what was held
 * is given back to the day it was counted on, and a transaction of which nothing has cleared is
 * reversed. A late presentment may still settle it.
 */
public final class ExpireHolds implements Chunk {

    /** Days that a merchant gets on top of the network's window. */
    private static final int GRACE_DAYS = 2;

    private static final int HOLDS_PER_CHUNK = 5_000;

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        UUID from = after == null ? new UUID(0, 0) : UUID.fromString(after);
        List<UUID> due =
                handle.createQuery(
                                """
                                select transaction_id
                                  from open_hold
                                 where mode = :mode
                                   and hold_until < :lastHoldDay
                                   and transaction_id > :after
                                 order by transaction_id
                                 limit :limit
                                """)
                        .bind("mode", night.mode().wire())
                        .bind("lastHoldDay", night.businessDate().minusDays(GRACE_DAYS))
                        .bind("after", from)
                        .bind("limit", HOLDS_PER_CHUNK)
                        .mapTo(UUID.class)
                        .list();
        if (due.isEmpty()) {
            return Done.finished(0, 0);
        }
        UUID last = due.getLast();
        long expired =
                handle.createQuery(SQL.locate(ExpireHolds.class, "expire"))
                        .bind("night", night.id())
                        .bind("mode", night.mode().wire())
                        .bind("businessDate", night.businessDate())
                        .bind("lastHoldDay", night.businessDate().minusDays(GRACE_DAYS))
                        .bind("after", from)
                        .bind("upTo", last)
                        .mapTo(Long.class)
                        .one();
        handle.createUpdate("delete from open_hold where transaction_id = any(:due) and held_minor = 0")
                .bindArray("due", UUID.class, due)
                .execute();
        return new Done(last.toString(), due.size(), expired, due.size() - expired);
    }
}
