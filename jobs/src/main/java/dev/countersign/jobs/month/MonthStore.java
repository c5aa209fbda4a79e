package dev.countersign.jobs.month;

import dev.countersign.jobs.month.Months.MonthCloseRecord;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.settlement.MonthClose.Facts;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Months that are closed, and what is known of one that is to be. */
public final class MonthStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /** A closed month; the hash is null while it is closed softly. */
    record ClosedMonth(Stage stage, @Nullable String inputs) {}

    Optional<ClosedMonth> find(Handle handle, Mode mode, YearMonth month) {
        return handle.createQuery(
                        """
                        select stage, inputs_sha256 as inputs
                          from month_close
                         where mode = :mode
                           and month = :first
                        """)
                .bind("mode", mode.wire())
                .bind("first", month.atDay(1))
                .mapTo(ClosedMonth.class)
                .findOne();
    }

    /** The earliest of these dates that is of a closed month, softly or for good. */
    public static Optional<LocalDate> closedOf(
            Handle handle, Mode mode, Collection<LocalDate> dates) {
        return handle.createQuery(
                        """
                        select day
                          from unnest(:dates) day
                          join month_close
                            on mode = :mode
                           and month = date_trunc('month', day::timestamp)::date
                         order by day
                         limit 1
                        """)
                .bind("mode", mode)
                .bindArray("dates", LocalDate.class, dates)
                .mapTo(LocalDate.class)
                .findOne();
    }

    /** Keeps all others from closing or opening months until the transaction ends. */
    void lock(Handle handle) {
        handle.execute("lock table month_close in share row exclusive mode");
    }

    /**
     * Returns what is known of a month. Dates up to the last closed one are complete: those before
     * it were run, or are covered by it.
     */
    Facts facts(Handle handle, Mode mode, YearMonth month) {
        return bound(handle.createQuery(SQL.locate(MonthStore.class, "facts")), mode, month)
                .map(
                        (row, context) ->
                                new Facts(
                                        month,
                                        row.getObject("books_began", LocalDate.class),
                                        upTo(
                                                month,
                                                row.getObject("last_complete", LocalDate.class)),
                                        row.getLong("unexplained"),
                                        row.getBoolean("suspense_listed"),
                                        List.of((String[]) row.getArray("unmatched").getArray()),
                                        row.getBoolean("revalued")))
                .one();
    }

    private static Set<LocalDate> upTo(YearMonth month, @Nullable LocalDate last) {
        return last == null
                ? Set.of()
                : month.atDay(1)
                        .datesUntil(month.plusMonths(1).atDay(1))
                        .filter(day -> !day.isAfter(last))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** The hash of the rows that a month is computed from. */
    String inputs(Handle handle, Mode mode, YearMonth month) {
        return bound(handle.createQuery(SQL.locate(MonthStore.class, "inputs")), mode, month)
                .mapTo(String.class)
                .one();
    }

    void softClose(Handle handle, Mode mode, YearMonth month, String by, Instant now) {
        handle.createUpdate(
                        """
                        insert into month_close (mode, month, stage, soft_closed_at, soft_closed_by)
                        values (:mode, :first, 'soft_closed', :now, :by)
                        """)
                .bind("mode", mode.wire())
                .bind("first", month.atDay(1))
                .bind("now", now)
                .bind("by", by)
                .execute();
    }

    void hardClose(
            Handle handle, Mode mode, YearMonth month, String by, String approvedBy, Instant now) {
        bound(handle.createUpdate(SQL.locate(MonthStore.class, "hard_close")), mode, month)
                .bind("inputs", inputs(handle, mode, month))
                .bind("now", now)
                .bind("by", by)
                .bind("approvedBy", approvedBy)
                .execute();
    }

    /** Opens a month again that is closed softly. */
    void reopen(Handle handle, Mode mode, YearMonth month) {
        handle.execute(
                """
                        delete from month_close
                         where mode = ?
                           and month = ?
                           and stage = 'soft_closed'
                        """,
                mode.wire(),
                month.atDay(1));
    }

    /** The months that nights belong to, the newest first. */
    List<MonthCloseRecord> list(Handle handle, Mode mode) {
        return handle.createQuery(
                        """
                        select night.month, coalesce(closed.stage, 'open') as stage,
                               closed.soft_closed_by, closed.soft_closed_at, closed.hard_closed_by,
                               closed.approved_by, closed.hard_closed_at
                          from (select distinct cast(date_trunc('month', business_date) as date) as month
                                  from night
                                 where mode = :mode) night
                          left join month_close closed
                            on closed.mode = :mode
                           and closed.month = night.month
                         order by night.month desc
                        """)
                .bind("mode", mode.wire())
                .map((row, context) -> closing(row))
                .list();
    }

    private static MonthCloseRecord closing(ResultSet row) throws SQLException {
        return new MonthCloseRecord(
                YearMonth.from(row.getObject("month", LocalDate.class)),
                Stage.valueOf(row.getString("stage").toUpperCase(Locale.ROOT)),
                row.getString("soft_closed_by"),
                Rows.instantOrNull(row, "soft_closed_at"),
                row.getString("hard_closed_by"),
                row.getString("approved_by"),
                Rows.instantOrNull(row, "hard_closed_at"));
    }

    private static <S extends SqlStatement<S>> S bound(S statement, Mode mode, YearMonth month) {
        return statement
                .bind("mode", mode.wire())
                .bind("first", month.atDay(1))
                .bind("last", month.atEndOfMonth());
    }
}
