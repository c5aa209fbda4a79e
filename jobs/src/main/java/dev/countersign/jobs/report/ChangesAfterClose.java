package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jdbi.v3.core.Handle;

/**
 * Changes that operators made to breaks and disputes after a night. No rerun of the night may take
 * them for a difference.
 */
public final class ChangesAfterClose {

    private ChangesAfterClose() {}

    /**
     * Leaves the breaks as the night left them, until the database transaction is rolled back.
     *
     * @return how many of them were worked on since
     */
    public static int undo(Handle handle, Night night) {
        Instant ended = ended(night);
        int workedOn = update(handle, night, ended, WORKED_ON);
        var unusedPosted = update(handle, night, ended, POSTED);
        var unusedOpened = update(handle, night, ended, OPENED);
        return workedOn;
    }

    /**
     * Counts the disputes of the night that moved since: by operators after the night, or by the
     * network in messages that came after its cut, whenever those were sent. Nothing is left of how
     * they stood.
     */
    public static int movedDisputes(Handle handle, Night night) {
        return handle.createQuery(MOVED)
                .bind("mode", night.mode().wire())
                .bind("night", night.id())
                .bind("ended", ended(night).atOffset(ZoneOffset.UTC))
                .mapTo(Integer.class)
                .one();
    }

    private static final String MOVED =
            """
            select count(*)
              from dispute
              join transaction on transaction.id = dispute.transaction_id
             where dispute.mode = :mode
               and dispute.created_at <= :ended
               and (dispute.updated_at > :ended
                    or transaction.card_id in (select message.card_id
                                                 from message
                                                 join night_cut cut
                                                   on cut.night_id = :night
                                                  and cut.partition = message.feed_partition
                                                  and cut.next_offset <= message.feed_offset
                                                where message.outcome = 'recorded'
                                                  and message.kind in ('chargeback',
                                                                       'representment',
                                                                       'arbitration')))
            """;

    private static Instant ended(Night night) {
        return night.endedAt() == null ? night.closingInstant() : night.endedAt();
    }

    /** Nobody works on a closed break, so one that was worked on was open, or was opened again. */
    private static final String WORKED_ON =
            """
            update break
               set state = case when work.first_since = 'reopen' then 'resolved'
                                when work.last_before = 'assign' then 'investigating'
                                else 'open' end,
                   owner = work.owner_before
              from (select break_id,
                           (array_agg(action order by number)
                               filter (where at > :ended))[1] as first_since,
                           (array_agg(action order by number desc)
                               filter (where at <= :ended and action in ('assign', 'reopen')))[1] as last_before,
                           (array_agg(remark order by number desc)
                               filter (where at <= :ended and action = 'assign'))[1] as owner_before
                      from break_history
                     group by break_id
                    having max(at) > :ended) work
             where break.id = work.break_id
               and break.mode = :mode
               and break.origin_date <= :businessDate
            """;

    /** A file whose difference was open was not posted as it came: the next night posts it. */
    private static final String POSTED =
            """
            update clearing_file
               set written_off = false
              from open_break break
             where break.subject = clearing_file.subject
               and break.mode = :mode
               and break.origin_date <= :businessDate
               and break.updated_at > :ended
               and clearing_file.written_off
            """;

    /** Disputes that were opened since, which the report had nothing of. */
    private static final String OPENED =
            """
            update dispute
               set status = 'withdrawn'
             where mode = :mode
               and (created_at at time zone 'UTC')::date <= :businessDate
               and created_at > :ended
            """;

    private static int update(Handle handle, Night night, Instant ended, String statement) {
        return handle.createUpdate(statement).bindMethods(night).bind("ended", ended).execute();
    }
}
