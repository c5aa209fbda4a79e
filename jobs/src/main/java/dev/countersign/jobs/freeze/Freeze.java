package dev.countersign.jobs.freeze;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.ClearingRules;
import dev.countersign.jobs.night.CutPredicate;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.store.issuing.ProgramStore;
import java.time.InstantSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * Freezes the cut: how far the feed is decided, read in the same snapshot as the holds that are
 * booked here. Everything later steps take follows from it, so that a restart sees the same input
 * while the stream goes on.
 *
 * <p>It must run in a transaction that keeps one snapshot (repeatable read).
 */
public record Freeze(InstantSource clock, ClearingPolicy policy) implements Chunk {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /**
     * One night of all freezes at a time: both modes may want the same record of nobody's card, and
     * a snapshot that was taken before another freeze ended could not see what that one decided.
     * The lock is a statement that takes no snapshot.
     */
    @Override
    public void takeTurn(Handle handle) {
        handle.execute("lock table night_cut in share row exclusive mode");
    }

    /**
     * Freezes a night, unless it is frozen. What was frozen stays so: a process may die when the
     * night is frozen, and before it could say so.
     */
    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        if (night.cutAt() != null) {
            return ChunkResult.finished(0, 0);
        }
        cut(handle, night);
        handle.execute(sql("attribute"));
        handle.execute(sql("attribute_conflicts"));
        CaseAttribution.attribute(handle);
        CutPredicate fresh = CutPredicate.of(handle, night);
        long work =
                bound(handle, night, fresh, "work").execute()
                        + (long) bound(handle, night, fresh, "single_messages").execute()
                        + handle.createUpdate(sql("skipped"))
                                .bind("night", night.id())
                                .bind("mode", night.mode().wire())
                                .execute();
        bound(handle, night, fresh, "days").execute();
        bound(handle, night, fresh, "hold_changes").execute();
        long holds =
                handle.createUpdate(sql("book_holds"))
                        .bind("night", night.id())
                        .bindMethods(night)
                        .execute();
        handle.createUpdate(sql("carry_holds")).bind("mode", night.mode().wire()).execute();
        handle.execute(
                """
                delete from open_hold
                 using hold_change
                 where open_hold.transaction_id = hold_change.id
                   and not hold_change.open
                """);
        // What follows is planned by how much there is tonight, not by what was left of a night.
        handle.execute("select refresh_statistics('night_work', 'open_hold')");
        return ChunkResult.finished(work + holds, holds);
    }

    private void cut(Handle handle, Night night) {
        handle.execute(
                """
                        insert into night_cut (night_id, partition, next_offset)
                        select ?, partition, max(next_offset)
                          from feed_position
                         group by partition
                        """,
                night.id());
        handle.createUpdate(
                        """
                        update night
                           set cut_at = :now,
                               clearing_rules = cast(:rules as jsonb)
                         where id = :night
                        """)
                .bind("rules", rules(handle, night).json())
                .bind("now", clock.instant())
                .bind("night", night.id())
                .execute();
    }

    private ClearingRules rules(Handle handle, Night night) {
        return ClearingRules.of(policy, ProgramStore.settlementCurrencies(handle, night.mode()));
    }

    private static Update bound(Handle handle, Night night, CutPredicate fresh, String statement) {
        return handle.createUpdate(fresh.in(sql(statement)))
                .bind("night", night.id())
                .bindMethods(night);
    }

    private static String sql(String name) {
        return SQL.locate(Freeze.class, name);
    }
}
