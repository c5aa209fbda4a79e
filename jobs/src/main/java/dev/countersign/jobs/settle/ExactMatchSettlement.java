package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.match.MatchLevel;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/**
 * Settles in one statement what nine records in ten are: the one clearing of a purchase, for just
 * what is held. It writes what the fold would write, row for row, and leaves everything that it is
 * not sure about to it.
 */
record ExactMatchSettlement(ClearingPolicy policy) {

    private static final String SQL =
            ClasspathSqlLocator.create().locate(ExactMatchSettlement.class, "settle");

    /**
     * Every row is looked up by its key. A planner that finds a table of lines or work small reads
     * all of it for each record, while it grows.
     */
    private static final List<String> PLAN =
            List.of(
                    "set local enable_seqscan = off",
                    "set local enable_bitmapscan = off",
                    "set local enable_memoize = off",
                    "set local plan_cache_mode = force_custom_plan");

    /**
     * The records that were settled.
     *
     * @param all true when nothing of the range is left
     */
    record SettledRange(long records, boolean all) {}

    /**
     * Settles the plain records of a range. No card is said to have changed: what was held has
     * cleared, so that each has spent as much as before.
     */
    SettledRange settle(Handle handle, Night night, Range range) {
        PLAN.forEach(handle::execute);
        return handle.createQuery(SQL)
                .bind("night", night.id())
                .bind("from", range.from())
                .bind("to", range.to())
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("ageDays", policy.ageDaysMax())
                .bind("reachDays", policy.reachDays())
                .bind("outcome", Disposition.POSTED.wire())
                .bind("level", MatchLevel.LIFECYCLE.number())
                .bind("score", MatchLevel.LIFECYCLE.score())
                .map(
                        (row, context) ->
                                new SettledRange(
                                        row.getLong("records"),
                                        row.getLong("records") == row.getLong("items")))
                .one();
    }
}
