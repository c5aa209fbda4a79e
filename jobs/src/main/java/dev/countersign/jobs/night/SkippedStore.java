package dev.countersign.jobs.night;

import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/** What nights left aside. */
public final class SkippedStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /** What a night left aside, by step and reason. */
    public List<Skipped> list(Handle handle, Night night, int limit) {
        return handle.createQuery(
                        """
                        select step, reason, kind, id, transaction_id, minor, currency
                          from (%s) item
                         order by step, reason, id
                         limit :limit
                        """
                                .formatted(items()))
                .bind("mode", night.mode().wire())
                .bind("date", night.businessDate())
                .bind("night", night.id())
                .bind("limit", limit)
                .map(
                        (row, context) ->
                                new Skipped(
                                        row.getString("step"),
                                        row.getString("reason"),
                                        row.getString("kind"),
                                        row.getObject("id", UUID.class),
                                        row.getObject("transaction_id", UUID.class),
                                        row.getLong("minor"),
                                        row.getString("currency")))
                .list();
    }

    /** How many of them there are of each step and reason. */
    public List<SkippedCount> counts(Handle handle, Night night) {
        return handle.createQuery(
                        """
                        select step, reason, count(*) as count
                          from (%s) item
                         group by step, reason
                         order by step, reason
                        """
                                .formatted(items()))
                .bind("mode", night.mode().wire())
                .bind("date", night.businessDate())
                .bind("night", night.id())
                .map(
                        (row, context) ->
                                new SkippedCount(
                                        row.getString("step"),
                                        row.getString("reason"),
                                        row.getLong("count")))
                .list();
    }

    private static String items() {
        return SQL.locate(SkippedStore.class, "items");
    }
}
