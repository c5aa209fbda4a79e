package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the files of a report and says which version they are: the first one, the same again when
 * nothing changed, or the next with what changed. Files of earlier versions stay where they are.
 *
 * <p>A night that is killed between its files and its database transaction writes the same files
 * again.
 */
final class Publisher {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path folder;

    Publisher(Path folder) {
        this.folder = folder;
    }

    /**
     * A report that was issued.
     *
     * @param isNew false when it came out as it was issued before
     */
    record Issued(String name, int version, long rows, boolean isNew, List<Path> files) {}

    private record Version(int number, String sha256) {}

    /** Where the reports of a night's date are. */
    Path folderOf(Night night) {
        return folder.resolve(night.mode().wire()).resolve(night.businessDate().toString());
    }

    Issued publish(Handle handle, Night night, String name) {
        Path drafts = folderOf(night).resolve(".draft-" + name);
        try {
            Draft draft = Draft.make(handle, night, name, drafts);
            Optional<Version> latest = latest(handle, night, name);
            boolean same =
                    latest.isPresent() && latest.get().sha256().equals(draft.leading().sha256());
            int version = latest.map(Version::number).orElse(0) + (same ? 0 : 1);
            List<Path> files = put(draft, night, name, version);
            if (!same) {
                if (latest.isPresent()) {
                    files.addAll(difference(night, name, latest.get().number(), version));
                }
                String manifest = manifest(handle, night, name, version, draft);
                register(handle, night, name, version, draft, manifest);
                files.add(putManifest(night, name, version, manifest));
            }
            return new Issued(name, version, draft.rows(), !same, files);
        } catch (IOException e) {
            throw new UncheckedIOException("report " + name, e);
        }
    }

    /** True when a draft is what was issued last. */
    boolean isAsIssued(Handle handle, Night night, String name, Draft draft) {
        return latest(handle, night, name)
                .map(version -> version.sha256().equals(draft.leading().sha256()))
                .orElse(false);
    }

    /** The files of a report that stand in its folder under their version. */
    private List<Path> put(Draft draft, Night night, String name, int version) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Draft.File file : draft.files()) {
            Path target = file(night, name, version, file.format());
            ReportFile.write(target, out -> Files.copy(file.path(), out));
            Files.delete(file.path());
            files.add(target);
        }
        Files.deleteIfExists(draft.folder());
        return files;
    }

    private Path putManifest(Night night, String name, int version, String manifest) {
        Path target = file(night, name, version, "manifest.json");
        ReportFile.write(target, out -> out.write(manifest.getBytes(StandardCharsets.UTF_8)));
        return target;
    }

    private Path file(Night night, String name, int version, String format) {
        return folderOf(night).resolve("%s.v%d.%s".formatted(name, version, format));
    }

    /** What is in one version and not in the other, line by line. */
    private List<Path> difference(Night night, String name, int before, int after)
            throws IOException {
        Path old = file(night, name, before, "csv");
        Path now = file(night, name, after, "csv");
        if (!Files.exists(old) || !Files.exists(now)) {
            return List.of();
        }
        Path target = file(night, name, after, "diff");
        ReportFile.write(target, out -> Lines.difference(old, now, out));
        return List.of(target);
    }

    // ---- what is known about it

    private static Optional<Version> latest(Handle handle, Night night, String name) {
        return handle.createQuery(
                        """
                        select version, sha256
                          from report_issue
                         where mode = :mode
                           and business_date = :businessDate
                           and name = :name
                         order by version desc
                         limit 1
                        """)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("name", name)
                .map((row, context) -> new Version(row.getInt("version"), row.getString("sha256")))
                .findOne();
    }

    private static void register(
            Handle handle, Night night, String name, int version, Draft draft, String manifest) {
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
                .bind("sha256", draft.leading().sha256())
                .bind("rows", draft.rows())
                .bind("manifest", manifest)
                .execute();
    }

    private static String manifest(
            Handle handle, Night night, String name, int version, Draft draft) {
        ObjectNode json = JSON.createObjectNode();
        json.put("report", name)
                .put("mode", night.mode().wire())
                .put("business_date", night.businessDate().toString())
                .put("version", version)
                .put("night", night.id())
                .put("rows", draft.rows());
        ObjectNode cut = json.putObject("cut");
        handle.createQuery(
                        "select partition, next_offset from night_cut where night_id = :night order by partition")
                .bind("night", night.id())
                .map(
                        (row, context) ->
                                cut.put(row.getString("partition"), row.getLong("next_offset")))
                .list();
        draft.sums().writeTo(json);
        var files = json.putArray("files");
        for (Draft.File file : draft.files()) {
            files.addObject()
                    .put("format", file.format())
                    .put("bytes", file.bytes())
                    .put("sha256", file.sha256());
        }
        return JSON.writeValueAsString(json) + "\n";
    }

    /** The formats of which one decides whether a report came out as before. */
    static final Set<String> LEADING = Set.of("csv", "xml");
}
