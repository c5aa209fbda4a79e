package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.store.sql.Rows;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** A version in which a report was issued, as it was registered then. */
record IssuedVersion(String name, int version, Manifest manifest) {

    /** Tells whether every file of a draft came out as that of this version. */
    boolean isSameAs(Draft draft) {
        return manifest.hashes().entrySet().containsAll(draft.hashes().entrySet());
    }

    static Optional<IssuedVersion> newest(Handle handle, Night night, String name) {
        return newest(handle, night, name, null);
    }

    /**
     * The newest version that was known at a moment: that of the last night of its date that was
     * complete then.
     *
     * @param asOf null for the newest of all
     */
    static Optional<IssuedVersion> newest(
            Handle handle, Night night, String name, @Nullable Instant asOf) {
        return handle.createQuery(
                        """
                        select version, manifest::text as manifest
                          from issued_report
                         where mode = :mode
                           and business_date = :businessDate
                           and name = :name
                           and (cast(:asOf as timestamptz) is null
                                or exists (select
                                             from night
                                            where night.id = issued_report.night_id
                                              and night.state = 'completed'
                                              and night.ended_at <= :asOf))
                         order by version desc
                         limit 1
                        """)
                .bind("asOf", asOf == null ? null : asOf.atOffset(ZoneOffset.UTC))
                .bindMethods(night)
                .bind("name", name)
                .map(
                        (row, context) ->
                                new IssuedVersion(
                                        name,
                                        row.getInt("version"),
                                        Manifest.parse(row.getString("manifest"))))
                .findOne();
    }

    /** The moment since when a report can be had, in its first version; null where it cannot. */
    static @Nullable Instant knownSince(Handle handle, Night night, String name) {
        return handle.createQuery(
                        """
                        select min(night.ended_at) as since
                          from issued_report
                          join night on night.id = issued_report.night_id
                         where issued_report.mode = :mode
                           and issued_report.business_date = :businessDate
                           and issued_report.name = :name
                           and night.state = 'completed'
                        """)
                .bindMethods(night)
                .bind("name", name)
                .map((row, context) -> Optional.ofNullable(Rows.instantOrNull(row, "since")))
                .one()
                .orElse(null);
    }

    /** Registers a draft as the next version. */
    static IssuedVersion register(
            Handle handle, Night night, String name, int version, Draft draft) {
        Manifest manifest = Manifest.of(handle, night, name, version, draft);
        handle.createUpdate(
                        """
                        insert into issued_report (mode, business_date, name, version, night_id, sha256,
                                                   row_count, manifest)
                        values (:mode, :businessDate, :name, :version, :night, :sha256, :rows,
                                cast(:manifest as jsonb))
                        """)
                .bindMethods(night)
                .bind("name", name)
                .bind("version", version)
                .bind("night", night.id())
                .bind("sha256", draft.files().getFirst().sha256())
                .bind("rows", draft.rows())
                .bind("manifest", manifest.text())
                .execute();
        return new IssuedVersion(name, version, manifest);
    }
}
