package dev.countersign.jobs.night;

import java.time.ZoneOffset;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * Which recorded messages a night takes, for statements that begin with {@link #MESSAGES}: those of
 * dates up to its own below its cut, less what the night before saw.
 */
public final class Taken {

    /** A common table expression {@code taken}: rows of messages kept as they came. */
    public static final String MESSAGES =
            """
            with taken as (
                select message.*
                  from message
                  join night_cut cut
                    on cut.night_id = :night
                   and cut.partition = message.feed_partition
                   and cut.next_offset > message.feed_offset
                  left join night_cut before
                    on before.night_id = :previous
                   and before.partition = message.feed_partition
                 where message.outcome = 'recorded'
                   and message.kind = :kind
                   and message.mode = :mode
                   and message.created_at < :dayEnd
                   and (message.created_at >= :previousEnd
                        or message.feed_offset >= coalesce(before.next_offset, 0))
            )
            """;

    private Taken() {}

    /** Binds what the expression needs. */
    public static <S extends SqlStatement<S>> S bind(S statement, Night night, String kind) {
        return statement
                .bind("night", night.id())
                .bind("previous", night.previousId())
                .bind("mode", night.mode().wire())
                .bind("kind", kind)
                .bind("previousEnd", night.previousEnd().atOffset(ZoneOffset.UTC))
                .bind("dayEnd", night.dayEnd().atOffset(ZoneOffset.UTC));
    }

    /** Runs an update over the messages of a kind. */
    public static int update(Handle handle, Night night, String kind, String statement) {
        return bind(handle.createUpdate(MESSAGES + statement), night, kind)
                .bind("businessDate", night.businessDate())
                .execute();
    }
}
