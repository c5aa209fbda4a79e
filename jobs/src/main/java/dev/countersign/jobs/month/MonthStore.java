package dev.countersign.jobs.month;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.settlement.MonthClose.Facts;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Months that are closed, and what is known of one that is to be. */
final class MonthStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /** A closed month; the hash is null while it is closed softly. */
    record Closed(Stage stage, @Nullable String inputs) {}

    Optional<Closed> find(Handle handle, Mode mode, YearMonth month) {
        return handle.createQuery(
                        """
                        select stage, inputs_sha256
                          from month_close
                         where mode = :mode
                           and month = :first
                        """)
                .bind("mode", mode.wire())
                .bind("first", month.atDay(1))
                .map(
                        (row, context) ->
                                new Closed(
                                        Stage.valueOf(
                                                row.getString("stage").toUpperCase(Locale.ROOT)),
                                        row.getString("inputs_sha256")))
                .findOne();
    }

    /**
     * What is known of a month. Dates up to the last closed one are complete: those before it were
     * run, or are covered by it.
     */
    Facts facts(Handle handle, Mode mode, YearMonth month) {
        return bound(handle.createQuery(SQL.locate(MonthStore.class, "facts")), mode, month)
                .map(
                        (row, context) ->
                                new Facts(
                                        month,
                                        upTo(
                                                month,
                                                row.getObject("last_complete", LocalDate.class)),
                                        row.getLong("unexplained"),
                                        row.getBoolean("suspense_listed"),
                                        row.getBoolean("bank_matched"),
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
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .bind("by", by)
                .execute();
    }

    void hardClose(
            Handle handle, Mode mode, YearMonth month, String by, String approvedBy, Instant now) {
        bound(handle.createUpdate(SQL.locate(MonthStore.class, "hard_close")), mode, month)
                .bind("inputs", inputs(handle, mode, month))
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .bind("by", by)
                .bind("approvedBy", approvedBy)
                .execute();
    }

    private static <S extends SqlStatement<S>> S bound(S statement, Mode mode, YearMonth month) {
        return statement
                .bind("mode", mode.wire())
                .bind("first", month.atDay(1))
                .bind("last", month.atEndOfMonth());
    }
}
