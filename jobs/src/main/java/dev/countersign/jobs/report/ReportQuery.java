package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.id.IdText;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/**
 * The query of a report. Its rows are handed over one by one while the database reads them; they
 * are never all in memory.
 *
 * <p>They come over a cursor and not by {@code COPY}: one reading serves both formats and the sums,
 * and the database would write neither identifiers nor decimal amounts as they are written here.
 */
final class ReportQuery {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    static final int ROWS_PER_FETCH = 1_000;

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
        List<ColumnReader> readers = new ArrayList<>();
        int total = 0;
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            if (metadata.getColumnLabel(i).equals(ReportColumn.TOTAL)) {
                total = i;
            } else {
                readers.add(ColumnReader.of(rows, i));
            }
        }
        writer.begin(readers.stream().map(ColumnReader::column).toList());
        long count = 0;
        int some;
        do {
            some = writeSome(rows, readers, total, writer);
            count += some;
        } while (some == ROWS_PER_FETCH);
        return count;
    }

    /**
     * Writes as many rows as are fetched at once, and fewer at the end; their number comes back. A
     * loop over all of them took three times as long: it stays in the code that was compiled for it
     * first, from which methods are interpreted that have been compiled anew since.
     */
    private static int writeSome(
            ResultSet rows, List<ColumnReader> readers, int total, ReportWriter writer)
            throws SQLException {
        int count = 0;
        while (count < ROWS_PER_FETCH && rows.next()) {
            List<ReportValue> values = new ArrayList<>(readers.size());
            for (ColumnReader reader : readers) {
                values.add(reader.value(rows));
            }
            writer.row(values, total > 0 && rows.getBoolean(total));
            count++;
        }
        return count;
    }

    /**
     * Reader of the values of one column, each of which it reads once.
     *
     * @param index the place of the column in a row
     * @param currency the place of its currencies; 0 where it is no money
     */
    private record ColumnReader(ReportColumn column, int index, int currency) {

        static ColumnReader of(ResultSet rows, int index) throws SQLException {
            ResultSetMetaData metadata = rows.getMetaData();
            ReportColumn column =
                    ReportColumn.parse(
                            metadata.getColumnLabel(index), metadata.getColumnType(index));
            String currency = column.currencyColumn();
            return new ColumnReader(
                    column, index, currency == null ? 0 : rows.findColumn(currency));
        }

        ReportValue value(ResultSet row) throws SQLException {
            return switch (column.type()) {
                case TEXT -> text(row.getObject(index));
                case NUMBER -> number(row.getBigDecimal(index));
                case DATE -> day(row.getObject(index, LocalDate.class));
                case TIME -> time(row.getObject(index, OffsetDateTime.class));
                case MONEY -> amount(row.getBigDecimal(index), row.getString(currency));
            };
        }

        private ReportValue text(@Nullable Object found) {
            if (found == null) {
                return ReportValue.NOTHING;
            }
            String prefix = column.idPrefix();
            return new ReportValue.Text(
                    prefix == null ? found.toString() : IdText.write(prefix, (UUID) found));
        }

        private static ReportValue number(@Nullable BigDecimal found) {
            return found == null ? ReportValue.NOTHING : new ReportValue.Quantity(found);
        }

        private static ReportValue day(@Nullable LocalDate found) {
            return found == null ? ReportValue.NOTHING : new ReportValue.Day(found);
        }

        private static ReportValue time(@Nullable OffsetDateTime found) {
            return found == null ? ReportValue.NOTHING : new ReportValue.Time(found.toInstant());
        }

        private static ReportValue amount(@Nullable BigDecimal minor, @Nullable String currency) {
            return minor == null
                    ? ReportValue.NOTHING
                    : new ReportValue.Amount(
                            minor.toBigIntegerExact(), currency == null ? "" : currency);
        }
    }
}
