package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.id.IdText;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatements;

/**
 * The query of a report. Its rows are handed over one by one while the database reads them; they
 * are never all in memory.
 *
 * <p>They come over a cursor and not by {@code COPY}: one reading serves both formats and the sums,
 * and the database would write neither identifiers nor decimal amounts as they are written here.
 */
final class ReportQuery {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final int ROWS_PER_FETCH = 1_000;

    private ReportQuery() {}

    /** The query of the file that is named after a report, for a night's date. */
    static Query of(Handle handle, Night night, String name) {
        Query query = handle.createQuery(SQL.locate(Reports.class, name.replace('-', '_')));
        query.getConfig(SqlStatements.class).setUnusedBindingAllowed(true);
        return query.setFetchSize(ROWS_PER_FETCH)
                .bind("night", night.id())
                .bindMethods(night)
                .bind("monthStart", night.businessDate().withDayOfMonth(1));
    }

    /** Reads a report of a night's date into a writer; the number of its rows comes back. */
    static long read(Handle handle, Night night, String name, ReportWriter writer) {
        return of(handle, night, name).scanResultSet((rows, context) -> write(rows.get(), writer));
    }

    private static long write(ResultSet rows, ReportWriter writer) throws SQLException {
        ResultSetMetaData metadata = rows.getMetaData();
        List<ReportColumn> columns = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        int total = 0;
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            if (metadata.getColumnLabel(i).equals(ReportColumn.TOTAL)) {
                total = i;
            } else {
                columns.add(
                        ReportColumn.parse(metadata.getColumnLabel(i), metadata.getColumnType(i)));
                indexes.add(i);
            }
        }
        for (ReportColumn column : columns) {
            if (column.isMoney()) {
                var unused = rows.findColumn(column.currencyColumn());
            }
        }
        writer.begin(columns);
        long count = 0;
        while (rows.next()) {
            List<ReportValue> values = new ArrayList<>(columns.size());
            for (int i = 0; i < columns.size(); i++) {
                values.add(value(rows, columns.get(i), indexes.get(i)));
            }
            writer.row(values, total > 0 && rows.getBoolean(total));
            count++;
        }
        return count;
    }

    private static ReportValue value(ResultSet row, ReportColumn column, int index)
            throws SQLException {
        Object found = row.getObject(index);
        if (found == null) {
            return new ReportValue.NoValue();
        }
        return switch (column.type()) {
            case TEXT -> {
                String prefix = column.idPrefix();
                yield new ReportValue.Text(
                        prefix == null ? found.toString() : IdText.write(prefix, (UUID) found));
            }
            case NUMBER -> new ReportValue.Quantity(row.getBigDecimal(index));
            case DATE -> new ReportValue.Day(row.getObject(index, LocalDate.class));
            case TIME -> new ReportValue.Time(row.getTimestamp(index).toInstant());
            case MONEY -> {
                String currency = row.getString(column.currencyColumn());
                yield new ReportValue.Amount(
                        row.getBigDecimal(index).toBigIntegerExact(),
                        currency == null ? "" : currency);
            }
        };
    }
}
