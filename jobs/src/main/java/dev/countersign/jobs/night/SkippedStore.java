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
        return handle.createQuery(SQL.locate(SkippedStore.class, "items"))
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
}
