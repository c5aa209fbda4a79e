package dev.countersign.reconcile.store.sql;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.list.ListPosition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table, newest first along its key. One look costs a bounded number of rows, however
 * rare what is looked for: where they are used up, the page ends and says where to go on.
 *
 * @param <T> what a row is read as
 */
public final class BoundedScan<T> {

    /**
     * Number of rows that fills most pages. A rare match takes a second scan, which goes further.
     */
    private static final int GLANCE_ROWS = 1_000;

    private final String table;
    private final String columns;
    private final String joins;
    private final RowReader<T> reader;
    private final Function<T, UUID> id;
    private final int rowsScannedMax;

    /** Reads a row. */
    public interface RowReader<T> {

        T read(ResultSet row) throws SQLException;
    }

    /**
     * Lists one table.
     *
     * @param joins further tables that each row is read with, or nothing
     */
    public BoundedScan(
            String table,
            String columns,
            String joins,
            RowReader<T> reader,
            Function<T, UUID> id,
            int rowsScannedMax) {
        this.table = table;
        this.columns = columns;
        this.joins = joins;
        this.reader = reader;
        this.id = id;
        this.rowsScannedMax = rowsScannedMax;
    }

    /** So many rows one look costs at most. */
    public int rowsScannedMax() {
        return rowsScannedMax;
    }

    /**
     * The conditions of a scan: those that the key answers, and those that each row is checked for.
     */
    public static final class Scan {

        private final List<String> along = new ArrayList<>();
        private final List<String> fitting = new ArrayList<>();
        private final Map<String, Object> values = new HashMap<>();
        private String ownedBy = "";
        private int owners;
        private boolean backwards;

        /** A condition that an index answers; left out when there is no value. */
        public Scan indexed(String condition, String name, @Nullable Object value) {
            return add(along, condition, name, value);
        }

        /** A condition that each row is asked for; left out when there is no value. */
        public Scan fitting(String condition, String name, @Nullable Object value) {
            return add(fitting, condition, name, value);
        }

        /**
         * Only the rows of these owners. An index has those of each in their order, and none those
         * of all: they are merged, and each owner more makes the look dearer.
         *
         * @param column names the owner of a row
         */
        public Scan of(String column, List<UUID> some) {
            ownedBy = column;
            for (UUID owner : some) {
                values.put("owner" + owners++, owner);
            }
            return this;
        }

        private Scan add(
                List<String> conditions, String condition, String name, @Nullable Object value) {
            if (value != null) {
                conditions.add(condition);
                values.put(name, value);
            }
            return this;
        }

        /** The same behind an end. */
        private Scan beyond(UUID end) {
            Scan rest = new Scan();
            rest.along.addAll(along);
            rest.values.putAll(values);
            rest.ownedBy = ownedBy;
            rest.owners = owners;
            rest.backwards = backwards;
            return rest.indexed(backwards ? "id > :end" : "id < :end", "end", end);
        }

        private Query bind(Query query) {
            return query.bindMap(values);
        }

        private String direction() {
            return backwards ? "" : " desc";
        }

        private static String where(List<String> conditions) {
            return conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
        }
    }

    /**
     * The newest that fit.
     *
     * @param after older than this row; null begins with the newest
     * @param limit at most as many
     */
    public ListPage<T> page(Handle handle, Scan scan, @Nullable UUID after, int limit) {
        return page(handle, scan, ListPosition.after(after), limit);
    }

    /**
     * Those that fit from a position on: the newest first, however they are read.
     *
     * @param limit at most as many
     */
    public ListPage<T> page(Handle handle, Scan scan, ListPosition<UUID> at, int limit) {
        scan.backwards = at.backwards();
        scan.indexed(at.backwards() ? "id > :row" : "id < :row", "row", at.row());
        ListPage<T> read = read(handle, scan, limit);
        return new ListPage<>(at.inOrder(read.rows()), read.next());
    }

    /**
     * A row of a book, if there is one.
     *
     * @param locking how the row is kept from others, such as {@code for update}; empty for not at
     *     all
     */
    public Optional<T> find(Handle handle, Book book, UUID row, String locking) {
        return handle.createQuery(
                        "select %1$s from %2$s %3$s where %2$s.id = :id and %2$s.account_id = :account and %2$s.mode = :mode %4$s"
                                .formatted(columns, table, joins, locking))
                .bind("id", row)
                .bindMethods(book)
                .map((found, context) -> reader.read(found))
                .findOne();
    }

    private ListPage<T> read(Handle handle, Scan scan, int limit) {
        int glance = Math.min(GLANCE_ROWS, rowsScannedMax);
        List<T> found = fitting(handle, scan, glance, limit);
        if (found.size() <= limit) {
            if (rowAt(handle, scan, glance) == null) {
                return new ListPage<>(found, null);
            }
            // The end comes first: rows may come meanwhile, and none down to it is passed over.
            UUID end = endOf(rowAt(handle, scan, rowsScannedMax), scan.backwards);
            boolean isLast = end == null || rowAt(handle, scan.beyond(end), 1) == null;
            scan.indexed(scan.backwards ? "id <= :end" : "id >= :end", "end", end);
            found = fitting(handle, scan, Integer.MAX_VALUE, limit);
            if (found.size() <= limit) {
                return new ListPage<>(found, isLast ? null : end);
            }
        }
        return new ListPage<>(found.subList(0, limit), id.apply(found.get(limit - 1)));
    }

    /**
     * The end of a page that is not full. It may be a row of another account, whose identifier is
     * not shown: the page goes on to the begin of its millisecond.
     */
    private static @Nullable UUID endOf(@Nullable UUID row, boolean backwards) {
        return row == null || backwards ? row : TimeOrderedId.floor(TimeOrderedId.instant(row));
    }

    private List<T> fitting(Handle handle, Scan scan, int rowsMax, int limit) {
        String query =
                "select "
                        + columns
                        + " from "
                        + scanSql(scan)
                        + " "
                        + joins
                        + Scan.where(scan.fitting)
                        + " order by "
                        + table
                        + ".id"
                        + scan.direction()
                        + " limit :limit";
        return scan.bind(handle.createQuery(query))
                .bind("rowsMax", rowsMax)
                .bind("limit", limit + 1)
                .map((row, context) -> reader.read(row))
                .list();
    }

    /** The row of a number, counted from 1; null where there are not so many. */
    private @Nullable UUID rowAt(Handle handle, Scan scan, int number) {
        return scan.bind(handle.createQuery(rows(scan, "id") + " limit 1 offset :before"))
                .bind("before", number - 1)
                .map((row, context) -> Rows.uuid(row, "id"))
                .findOne()
                .orElse(null);
    }

    /** Rows of owners are merged from an index alone, and read one by one until enough fit. */
    private String scanSql(Scan scan) {
        return scan.owners == 0
                ? "(" + rows(scan, "*") + " limit :rowsMax) as " + table
                : "(%s limit :rowsMax) as looked join %s on %s.id = looked.id"
                        .formatted(rows(scan, "id"), table, table);
    }

    private String rows(Scan scan, String wanted) {
        String of =
                scan.owners == 0
                        ? table + Scan.where(scan.along)
                        : IntStream.range(0, scan.owners)
                                .mapToObj(owner -> ofOne(scan, owner))
                                .collect(Collectors.joining(" union all ", "(", ") as merged"));
        return "select " + wanted + " from " + of + " order by id" + scan.direction();
    }

    private String ofOne(Scan scan, int owner) {
        List<String> conditions = new ArrayList<>(scan.along);
        conditions.add(scan.ownedBy + " = :owner" + owner);
        return "select id from " + table + Scan.where(conditions);
    }
}
