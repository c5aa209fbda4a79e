package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The newest version in which a report was issued, as it was registered then.
 *
 * @param sha256 of the file by which it is compared
 */
record IssuedVersion(String name, int version, String sha256, Manifest manifest) {

    /** Tells whether a draft came out the same as this version. */
    boolean isSameAs(Draft draft) {
        return sha256.equals(draft.leading().sha256());
    }

    static Optional<IssuedVersion> newest(Handle handle, Night night, String name) {
        return find(handle, night, name, NEWEST);
    }

    /**
     * As {@link #newest}; until the end of the database transaction nobody else may have it so, and
     * write its files.
     */
    static Optional<IssuedVersion> newestToWrite(Handle handle, Night night, String name) {
        return find(handle, night, name, NEWEST + " for update");
    }

    private static final String NEWEST =
            """
            select name, version, sha256, manifest::text as manifest
              from report_issue
             where mode = :mode
               and business_date = :businessDate
               and name = :name
             order by version desc
             limit 1
            """;

    private static Optional<IssuedVersion> find(
            Handle handle, Night night, String name, String statement) {
        return handle.createQuery(statement)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("name", name)
                .map(
                        (row, context) ->
                                new IssuedVersion(
                                        row.getString("name"),
                                        row.getInt("version"),
                                        row.getString("sha256"),
                                        Manifest.parse(row.getString("manifest"))))
                .findOne();
    }

    /** Registers a draft as the next version. */
    static IssuedVersion register(
            Handle handle, Night night, String name, int version, Draft draft) {
        IssuedVersion issue =
                new IssuedVersion(
                        name,
                        version,
                        draft.leading().sha256(),
                        Manifest.of(handle, night, name, version, draft));
        handle.createUpdate(
                        """
                        insert into report_issue (mode, business_date, name, version, night_id, sha256,
                                                  row_count, manifest)
                        values (:mode, :businessDate, :name, :version, :night, :sha256, :rows,
                                cast(:manifest as jsonb))
                        """)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("name", name)
                .bind("version", version)
                .bind("night", night.id())
                .bind("sha256", issue.sha256())
                .bind("rows", draft.rows())
                .bind("manifest", issue.manifest().text())
                .execute();
        return issue;
    }
}
