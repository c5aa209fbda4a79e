package dev.countersign.jobs.night;

import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * The recorded messages that a night takes: those of dates up to its own below its cut, less those
 * that the night before saw.
 */
public final class MessagesInCut {

    /**
     * A common table expression {@code taken}: rows of messages kept as they came. Two parts, so
     * that each is found by its own index: what is of a date that no night has seen, and what came
     * late for one that a night has seen.
     */
    private static final String MESSAGES =
            """
            with dated as (
                select *
                  from message
                 where outcome = 'recorded'
                   and kind = :kind
                   and mode = :mode
                   and id >= id_floor(:previousEnd)
                   and id < id_floor(:dayEnd)
                union all
                select *
                  from message
                 where outcome = 'recorded'
                   and kind = :kind
                   and mode = :mode
                   and id < id_floor(:previousEnd)
                   and :fresh(message)
            ), taken as (
                select dated.*
                  from dated
                  join night_cut cut
                    on cut.night_id = :night
                   and cut.partition = dated.feed_partition
                   and cut.next_offset > dated.feed_offset
            )
            """;

    private MessagesInCut() {}

    /** Runs an update over the messages of a kind. */
    public static int update(Handle handle, Night night, String kind, String statement) {
        return bound(
                        handle.createUpdate(
                                CutPredicate.of(handle, night).in(MESSAGES + statement)),
                        night,
                        kind)
                .bind("businessDate", night.businessDate())
                .execute();
    }

    public static <T> List<T> list(
            Handle handle, Night night, String kind, String query, RowMapper<T> reader) {
        return bound(
                        handle.createQuery(CutPredicate.of(handle, night).in(MESSAGES + query)),
                        night,
                        kind)
                .map(reader)
                .list();
    }

    private static <S extends SqlStatement<S>> S bound(S statement, Night night, String kind) {
        return statement
                .bind("night", night.id())
                .bind("mode", night.mode().wire())
                .bind("kind", kind)
                .bind("previousEnd", night.previousEnd())
                .bind("dayEnd", night.dayEnd());
    }
}
