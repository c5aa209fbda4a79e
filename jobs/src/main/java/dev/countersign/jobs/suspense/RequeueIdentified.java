package dev.countersign.jobs.suspense;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Takes records that an operator identified since the night before into tonight's work, so that
 * they are matched and posted like the others of their card: those in suspense whose card was
 * named, and those that were matched manually to another transaction. Each is taken once.
 */
public final class RequeueIdentified implements Chunk {

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        int taken =
                handle.createUpdate(
                                """
                                with taken as (
                                    update identified_record
                                       set night_id = :night
                                     where mode = :mode
                                       and night_id is null
                                    returning clearing_id, lineage_id
                                )
                                insert into night_work (night_id, lineage_id, kind, item_id)
                                select :night, lineage_id, 'clearing', clearing_id
                                  from taken
                                """)
                        .bind("night", night.id())
                        .bind("mode", night.mode().wire())
                        .execute();
        return Done.finished(taken, taken);
    }
}
