package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.money.Currencies;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/** Runs the query of a report and hands its rows over one by one; they are never all in memory. */
final class ReportRows {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final int ROWS_PER_FETCH = 1_000;
    private static final int NONE = -1;

    private ReportRows() {}

    /** Takes what a report is made of. */
    interface Sink {

        void columns(List<ReportColumn> columns);

        void row(List<ReportValue> values);

        /** A row that adds up rows before it; it is written as they are. */
        default void total(List<ReportValue> values) {
            row(values);
        }
    }

    /** Reads a report of a night's date into a sink; the number of its rows comes back. */
    static long read(Handle handle, Night night, String name, Sink sink) {
        Query query = handle.createQuery(SQL.locate(Reports.class, name.replace('-', '_')));
        query.getConfig(SqlStatements.class).setUnusedBindingAllowed(true);
        return query.setFetchSize(ROWS_PER_FETCH)
                .bind("night", night.id())
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("monthStart", night.businessDate().withDayOfMonth(1))
                .execute(
                        (statement, context) -> {
                            try (ResultSet rows = statement.get().getResultSet()) {
                                return pour(rows, sink);
                            }
                        });
    }

    private static long pour(ResultSet rows, Sink sink) throws SQLException {
        List<ReportColumn> columns = columns(rows.getMetaData());
        List<Integer> currencies = columns.stream().map(of -> currencyOf(of, columns)).toList();
        boolean totals = columns.size() < rows.getMetaData().getColumnCount();
        sink.columns(columns);
        long count = 0;
        while (rows.next()) {
            List<ReportValue> values = new ArrayList<>(columns.size());
            for (int i = 0; i < columns.size(); i++) {
                values.add(value(rows, columns.get(i), currencies.get(i), i));
            }
            if (totals && rows.getBoolean(ReportColumn.TOTAL)) {
                sink.total(values);
            } else {
                sink.row(values);
            }
            count++;
        }
        return count;
    }

    private static List<ReportColumn> columns(ResultSetMetaData metadata) throws SQLException {
        List<ReportColumn> columns = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            String label = metadata.getColumnLabel(i);
            if (!label.equals(ReportColumn.TOTAL)) {
                columns.add(ReportColumn.parse(label));
            }
        }
        return columns;
    }

    private static ReportValue value(
            ResultSet row, ReportColumn column, int currencyIndex, int index) throws SQLException {
        Object found = row.getObject(index + 1);
        if (found == null) {
            return new ReportValue.Nothing();
        }
        String prefix = column.idPrefix();
        if (prefix != null) {
            return new ReportValue.Text(IdText.write(prefix, (UUID) found));
        }
        if (column.isMoney()) {
            String currency = row.getString(currencyIndex + 1);
            return new ReportValue.Amount(
                    minor(found), digits(currency), currency == null ? "" : currency);
        }
        return plain(row, index, found);
    }

    private static BigInteger minor(Object found) {
        return found instanceof Long minor
                ? BigInteger.valueOf(minor)
                : new BigDecimal(found.toString()).toBigIntegerExact();
    }

    private static ReportValue plain(ResultSet row, int index, Object found) throws SQLException {
        return switch (found) {
            case Number number -> new ReportValue.Quantity(new BigDecimal(number.toString()));
            case Date day -> new ReportValue.Day(row.getObject(index + 1, LocalDate.class));
            case Timestamp time -> new ReportValue.Time(time.toInstant());
            default -> new ReportValue.Text(found.toString());
        };
    }

    /** Returns the column that has the currency of a column of money; none for other columns. */
    private static int currencyOf(ReportColumn column, List<ReportColumn> columns) {
        if (!column.isMoney()) {
            return NONE;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column.currencyColumn())) {
                return i;
            }
        }
        throw new IllegalStateException("the report has no column " + column.currencyColumn());
    }

    private static int digits(@Nullable String currency) {
        return currency == null
                ? 0
                : Currencies.find(currency).map(Currency::getDefaultFractionDigits).orElse(0);
    }
}
