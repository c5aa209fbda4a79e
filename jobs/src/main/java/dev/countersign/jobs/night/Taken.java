package dev.countersign.jobs.night;

import java.time.ZoneOffset;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * Which recorded messages a night takes, for statements that begin with {@link #MESSAGES}: those of
 * dates up to its own below its cut, less what the night before saw.
 */
public final class Taken {

    /**
     * A common table expression {@code taken}: rows of messages kept as they came. Two parts, so
     * that each is found by its own index: what is of a date that no night has seen, and what came
     * late for one that a night has seen.
     */
    public static final String MESSAGES =
            """
            with fresh as (
                select *, false as late
                  from message
                 where outcome = 'recorded'
                   and kind = :kind
                   and mode = :mode
                   and id >= id_floor(:previousEnd)
                   and id < id_floor(:dayEnd)
                union all
                select *, true
                  from message
                 where outcome = 'recorded'
                   and kind = :kind
                   and mode = :mode
                   and id < id_floor(:previousEnd)
                   and feed_offset >= :lowest
            ), taken as (
                select fresh.*
                  from fresh
                  join night_cut cut
                    on cut.night_id = :night
                   and cut.partition = fresh.feed_partition
                   and cut.next_offset > fresh.feed_offset
                  left join night_cut before
                    on before.night_id = :previous
                   and before.partition = fresh.feed_partition
                 where not fresh.late
                    or fresh.feed_offset >= coalesce(before.next_offset, 0)
            )
            """;

    private Taken() {}

    /**
     * No message below this offset is new, on any partition that has something new: where the
     * search for what came late begins.
     */
    public static long lowest(Handle handle, Night night) {
        return handle.createQuery(
                        """
                        select coalesce(min(coalesce(before.next_offset, 0)), 9223372036854775807)
                          from night_cut cut
                          left join night_cut before
                            on before.night_id = :previous
                           and before.partition = cut.partition
                         where cut.night_id = :night
                           and cut.next_offset > coalesce(before.next_offset, 0)
                        """)
                .bind("night", night.id())
                .bind("previous", night.previousId())
                .mapTo(Long.class)
                .one();
    }

    private static <S extends SqlStatement<S>> S bind(
            Handle handle, S statement, Night night, String kind) {
        return statement
                .bind("lowest", lowest(handle, night))
                .bind("night", night.id())
                .bind("previous", night.previousId())
                .bind("mode", night.mode().wire())
                .bind("kind", kind)
                .bind("previousEnd", night.previousEnd().atOffset(ZoneOffset.UTC))
                .bind("dayEnd", night.dayEnd().atOffset(ZoneOffset.UTC));
    }

    /** Runs an update over the messages of a kind. */
    public static int update(Handle handle, Night night, String kind, String statement) {
        return bind(handle, handle.createUpdate(MESSAGES + statement), night, kind)
                .bind("businessDate", night.businessDate())
                .execute();
    }
}
