package dev.countersign.jobs.file;

import dev.countersign.jobs.night.MessagesInCut;
import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.settlement.ControlTotals;
import dev.countersign.reconcile.domain.settlement.FileCheck;
import dev.countersign.reconcile.domain.settlement.FileSequence.NumberedFile;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Clearing files, what the nights found of them, and the records that wait for them. */
final class FileStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /**
     * A file that was announced or closed.
     *
     * @param subject what breaks about it are about
     * @param currency of all its records; null where they have several
     */
    record ClearingFile(
            String network,
            String fileId,
            String system,
            @Nullable Integer number,
            UUID subject,
            FileCheck.Facts facts,
            @Nullable String currency) {}

    /** A sender of files over a network. */
    record Source(String network, String system) {}

    /** Takes over what headers and trailers say. */
    void take(Handle handle, Night night) {
        for (String kind : List.of("batch_header", "batch_trailer")) {
            MessagesInCut.update(handle, night, kind, SQL.locate(FileStore.class, "stated"));
        }
    }

    /** Adds up what tonight's work holds of each file. */
    void addUp(Handle handle, Night night) {
        bound(handle, night, "parts").execute();
    }

    /** The files that have to be judged tonight. */
    List<ClearingFile> files(Handle handle, Night night) {
        return handle.createQuery(SQL.locate(FileStore.class, "files"))
                .bind("night", night.id())
                .bind("mode", night.mode().wire())
                .map((row, context) -> read(row))
                .list();
    }

    /** Writes what became of a file. */
    void judge(Handle handle, ClearingFile file, FileCheck.FileStatus status, Night night) {
        handle.createUpdate(
                        """
                        update clearing_file
                           set state = :state,
                               business_date = :businessDate
                         where subject = :subject
                           and state <> :state
                        """)
                .bind("state", status.wire())
                .bind("businessDate", night.businessDate())
                .bind("subject", file.subject())
                .execute();
    }

    /** Takes the records of files that are not accepted off the work. */
    long hold(Handle handle, Night night) {
        return bound(handle, night, "hold").execute();
    }

    /** Gives the records of files that are accepted now to the work. */
    long release(Handle handle, Night night) {
        return bound(handle, night, "release").execute();
    }

    /** Sources whose files have numbers. */
    List<Source> sources(Handle handle, Night night) {
        return handle.createQuery(
                        """
                        select distinct network, source_system as system
                          from clearing_file
                         where mode = :mode
                           and file_seq is not null
                         order by network, source_system
                        """)
                .bind("mode", night.mode().wire())
                .mapTo(Source.class)
                .list();
    }

    /** The files of a source as they came. */
    List<NumberedFile> numbered(Handle handle, Night night, Source source) {
        return handle.createQuery(
                        """
                        select file_id, file_seq as number
                          from clearing_file
                         where mode = :mode
                           and network = :network
                           and source_system = :system
                           and file_seq is not null
                         order by received_at, file_id
                        """)
                .bind("mode", night.mode().wire())
                .bind("network", source.network())
                .bind("system", source.system())
                .mapTo(NumberedFile.class)
                .list();
    }

    private static Update bound(Handle handle, Night night, String statement) {
        return handle.createUpdate(SQL.locate(FileStore.class, statement))
                .bind("night", night.id())
                .bind("mode", night.mode().wire());
    }

    private static ClearingFile read(ResultSet row) throws SQLException {
        boolean stated = row.getObject("stated_debit_count") != null;
        return new ClearingFile(
                row.getString("network"),
                row.getString("file_id"),
                row.getString("source_system"),
                row.getObject("file_seq", Integer.class),
                row.getObject("subject", UUID.class),
                new FileCheck.Facts(
                        row.getBoolean("closed"),
                        stated ? totals(row, "stated_") : null,
                        totals(row, ""),
                        row.getBoolean("written_off")),
                row.getString("currency"));
    }

    private static ControlTotals totals(ResultSet row, String prefix) throws SQLException {
        return new ControlTotals(
                row.getLong(prefix + "debit_count"),
                exact(row.getBigDecimal(prefix + "debit_minor")),
                row.getLong(prefix + "credit_count"),
                exact(row.getBigDecimal(prefix + "credit_minor")));
    }

    private static BigInteger exact(BigDecimal sum) {
        return sum.toBigIntegerExact();
    }
}
