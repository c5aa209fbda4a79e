package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.clearing.FeedCut;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** The nights that were run. */
public final class NightStore {

    private static final String SELECT =
            """
            select night.id, night.mode, night.business_date, night.number, night.closes,
                   night.state, night.previous_id, previous.business_date as previous_date,
                   coalesce(case when previous.closes then previous.business_date + 1
                                 else previous.business_date end, 'epoch') as first_date,
                   night.job_execution_id, night.cut_at,
                   night.clearing_rules::text as clearing_rules, night.started_at, night.ended_at,
                   night.failure
              from night
              left join night previous on previous.id = night.previous_id
            """;

    public Optional<Night> find(Handle handle, long id) {
        return handle.select(SELECT + " where night.id = ?", id)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** One night that must be there. */
    public Night load(Handle handle, long id) {
        return find(handle, id)
                .orElseThrow(() -> new IllegalStateException("there is no night " + id));
    }

    /** Returns the part of the feed that a night sees. */
    public FeedCut cut(Handle handle, long id) {
        return new FeedCut(
                handle.createQuery(
                                """
                                select partition, next_offset
                                  from night_cut
                                 where night_id = :id
                                """)
                        .bind("id", id)
                        .collectRows(
                                Collectors.toMap(
                                        row -> row.getColumn("partition", Integer.class),
                                        row -> row.getColumn("next_offset", Long.class))));
    }

    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("night.id");

    /** The nights of a mode, newest first, from a position on. */
    public List<Night> list(Handle handle, Mode mode, ListPosition<Long> at, int limit) {
        Query query =
                handle.createQuery(
                                SELECT
                                        + " where night.mode = :mode "
                                        + NEWEST_FIRST.page(at, ":row"))
                        .bind("mode", mode.wire())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row());
        }
        return at.inOrder(query.map((row, context) -> read(row)).list());
    }

    /** The nights of some dates, newest first. */
    public List<Night> between(Handle handle, Mode mode, LocalDate first, LocalDate last) {
        return handle.createQuery(
                        SELECT
                                + """
                                 where night.mode = :mode
                                   and night.business_date between :first and :last
                                 order by night.id desc
                                """)
                .bind("mode", mode.wire())
                .bind("first", first)
                .bind("last", last)
                .map((row, context) -> read(row))
                .list();
    }

    /** The newest nights, newest first. */
    public List<Night> list(Handle handle, @Nullable Mode mode, int limit) {
        return handle.createQuery(
                        SELECT
                                + """
                                 where cast(:mode as text) is null
                                    or night.mode = :mode
                                 order by night.id desc
                                 limit :limit
                                """)
                .bind("mode", mode == null ? null : mode.wire())
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    /** The newest night of a mode, whatever its state. */
    public Optional<Night> newest(Handle handle, Mode mode) {
        return list(handle, mode, 1).stream().findFirst();
    }

    public Optional<LocalDate> booksBegan(Handle handle, Mode mode) {
        return handle.select("select min(business_date) from night where mode = ?", mode.wire())
                .mapTo(LocalDate.class)
                .findOne();
    }

    private static final String COVERED =
            """
            select day::date as day, covering.business_date
              from generate_series(cast(:first as timestamp), cast(:last as timestamp),
                                   interval '1 day') day
              cross join lateral (select min(business_date) filter (where state = 'completed'
                                                                      and business_date > day)
                                             as business_date
                                    from night
                                   where mode = :mode
                                  having min(business_date) < day
                                     and count(*) filter (where business_date = day) = 0) covering
             where covering.business_date is not null
            """;

    /**
     * The dates from one to another that have no night of their own, each with the date of the
     * night that took what it left.
     */
    public Map<LocalDate, LocalDate> covered(
            Handle handle, Mode mode, LocalDate first, LocalDate last) {
        return handle.createQuery(COVERED)
                .bind("mode", mode.wire())
                .bind("first", first.atStartOfDay())
                .bind("last", last.atStartOfDay())
                .setMapKeyColumn("day")
                .setMapValueColumn("business_date")
                .collectInto(new GenericType<Map<LocalDate, LocalDate>>() {});
    }

    private static final String COVERED_BY =
            """
            select min(business_date) filter (where state = 'completed' and business_date > :date)
              from night
             where mode = :mode
            having min(business_date) < :date
            """;

    /** The date of the night that took what a date without a night of its own left. */
    public Optional<LocalDate> coveredBy(Handle handle, Mode mode, LocalDate date) {
        return handle.createQuery(COVERED_BY)
                .bind("mode", mode.wire())
                .bind("date", date)
                .mapTo(LocalDate.class)
                .findOne();
    }

    public Optional<Night> newestOf(Handle handle, Mode mode, LocalDate date) {
        return handle.createQuery(
                        SELECT
                                + """
                                 where night.mode = :mode
                                   and night.business_date = :date
                                 order by night.number desc
                                 limit 1
                                """)
                .bind("mode", mode.wire())
                .bind("date", date)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** Begins a night that continues the newest complete one. */
    public Night begin(
            Handle handle,
            Mode mode,
            LocalDate date,
            boolean closes,
            @Nullable Night previous,
            Instant now) {
        handle.execute("lock table night in share row exclusive mode");
        int number =
                previous != null && previous.businessDate().equals(date)
                        ? previous.number() + 1
                        : 1;
        long id =
                handle.createQuery(
                                """
                                insert into night (id, mode, business_date, number, closes, state,
                                                   previous_id, started_at)
                                select coalesce(max(id), 0) + 1, :mode, :date, :number, :closes,
                                       'running', :previous, :now
                                  from night
                                returning id
                                """)
                        .bind("mode", mode.wire())
                        .bind("date", date)
                        .bind("number", number)
                        .bind("closes", closes)
                        .bind("previous", previous == null ? null : previous.id())
                        .bind("now", now)
                        .mapTo(Long.class)
                        .one();
        return load(handle, id);
    }

    /** Says which execution of the job runs a night now. */
    public void running(Handle handle, long id, long jobExecutionId) {
        handle.execute(
                """
                        update night
                           set state = 'running',
                               job_execution_id = ?,
                               ended_at = null,
                               failure = null
                         where id = ?
                        """,
                jobExecutionId,
                id);
    }

    /** Says that a night ended before it was complete. */
    public void ended(
            Handle handle, long id, NightState state, @Nullable String failure, Instant now) {
        handle.createUpdate(
                        """
                        update night
                           set state = :state,
                               failure = :failure,
                               ended_at = :now
                         where id = :id
                           and state <> 'completed'
                        """)
                .bind("id", id)
                .bind("state", state.wire())
                .bind("failure", failure)
                .bind("now", now)
                .execute();
    }

    /** Completes a night: its date is done. */
    public void complete(Handle handle, long id, Instant now) {
        handle.execute(
                """
                        update night
                           set state = 'completed',
                               failure = null,
                               ended_at = ?
                         where id = ?
                        """,
                now,
                id);
    }

    private static final String OLDEST =
            """
            select min(created_at) as oldest
              from ((select created_at from transaction where mode = :mode order by id limit 1)
                    union all
                    (select created_at from clearing where mode = :mode order by id limit 1)
                    union all
                    (select created_at from message where mode = :mode order by id limit 1)) first
            """;

    /** The UTC date of the first message of a mode; ids are in the order of time. */
    public Optional<LocalDate> oldestMessage(Handle handle, Mode mode) {
        return handle.createQuery(OLDEST)
                .bind("mode", mode.wire())
                .map((row, context) -> Optional.ofNullable(row.getTimestamp("oldest")))
                .one()
                .map(at -> LocalDate.ofInstant(at.toInstant(), ZoneOffset.UTC));
    }

    /** Counts the records that the unfinished night of a mode has settled, and has left. */
    public SettleProgress settling(Handle handle, Mode mode) {
        return handle.createQuery(
                        """
                        select (select count(*)
                                  from settlement_line line
                                 where line.mode = night.mode
                                   and line.business_date = night.business_date
                                   and line.night_id = night.id) as done,
                               (select count(*) from night_work where night_id = night.id) as left
                          from night
                         where mode = :mode
                           and state = 'running'
                        """)
                .bind("mode", mode.wire())
                .mapTo(SettleProgress.class)
                .findOne()
                .orElse(new SettleProgress(0, 0));
    }

    private static final String STEPS =
            """
            select split_part(step.step_name, ':', 1) as name,
                   (array_agg(step.status order by step.step_execution_id desc)
                      filter (where step.step_name not like '%:%'))[1] as status,
                   sum(step.read_count) filter (where worker or not partitioned) as read_count,
                   sum(step.write_count) filter (where worker or not partitioned) as write_count,
                   sum(step.filter_count) filter (where worker or not partitioned) as filter_count,
                   string_agg(distinct substring(step.exit_message from '^by ([^;]+)'), ', ')
                     filter (where worker) as workers,
                   min(step.start_time) as started,
                   max(step.end_time) as ended,
                   min(step.step_execution_id) as first
              from (select batch_step_execution.*,
                           step_name like '%:%' as worker,
                           bool_or(step_name like '%:%')
                             over (partition by split_part(step_name, ':', 1)) as partitioned
                      from batch_step_execution
                      join batch_job_execution_params parameter using (job_execution_id)
                     where parameter.parameter_name = 'night'
                       and parameter.parameter_value = cast(:night as text)) step
             group by 1
             order by min(step.step_execution_id)
            """;

    /** Returns the work that the steps of a night did so far, in their order. */
    public List<StepCounts> steps(Handle handle, long night) {
        return handle.createQuery(STEPS)
                .bind("night", night)
                .map(
                        (row, context) ->
                                new StepCounts(
                                        row.getString("name"),
                                        row.getString("status"),
                                        row.getLong("read_count"),
                                        row.getLong("write_count"),
                                        row.getLong("filter_count"),
                                        row.getString("workers"),
                                        row.getObject("started", LocalDateTime.class),
                                        row.getObject("ended", LocalDateTime.class)))
                .list();
    }

    private static Night read(ResultSet row) throws SQLException {
        return new Night(
                row.getLong("id"),
                Mode.valueOf(row.getString("mode").toUpperCase(Locale.ROOT)),
                row.getObject("business_date", LocalDate.class),
                row.getInt("number"),
                row.getBoolean("closes"),
                NightState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                Rows.longOrNull(row, "previous_id"),
                row.getObject("previous_date", LocalDate.class),
                row.getObject("first_date", LocalDate.class),
                Rows.longOrNull(row, "job_execution_id"),
                Rows.instantOrNull(row, "cut_at"),
                rules(row.getString("clearing_rules")),
                row.getTimestamp("started_at").toInstant(),
                Rows.instantOrNull(row, "ended_at"),
                row.getString("failure"));
    }

    private static @Nullable ClearingRules rules(@Nullable String json) {
        return json == null ? null : ClearingRules.read(json);
    }
}
