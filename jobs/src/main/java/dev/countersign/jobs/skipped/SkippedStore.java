package dev.countersign.jobs.skipped;

import dev.countersign.jobs.night.Night;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/** Store of the items that nights skipped. */
public final class SkippedStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /**
     * Lists the items that a night skipped, by step and reason.
     *
     * @param after those that follow this one; null for the first
     */
    public List<SkippedItem> list(
            Handle handle, Night night, @Nullable SkippedItem after, int limit) {
        return handle.createQuery(
                        """
                        select step, reason, kind, id, transaction_id as transaction, minor, currency
                          from (%s) item
                         where cast(:afterId as uuid) is null
                            or (step, reason, kind, id)
                               > (:afterStep, :afterReason, :afterKind, cast(:afterId as uuid))
                         order by step, reason, kind, id
                         limit :limit
                        """
                                .formatted(items()))
                .bind("mode", night.mode().wire())
                .bind("date", night.businessDate())
                .bind("night", night.id())
                .bind("afterStep", after == null ? null : after.step())
                .bind("afterReason", after == null ? null : after.reason())
                .bind("afterKind", after == null ? null : after.kind())
                .bind("afterId", after == null ? null : after.id())
                .bind("limit", limit)
                .mapTo(SkippedItem.class)
                .list();
    }

    /** Counts the skipped items of each step and reason. */
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
                .mapTo(SkippedCount.class)
                .list();
    }

    private static String items() {
        return SQL.locate(SkippedStore.class, "items");
    }
}
