package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jdbi.v3.core.Handle;

/**
 * Makes the files of a report and says which version they are: the first one, the same again when
 * nothing changed, or the next with what changed. Files of earlier versions stay where they are.
 *
 * <p>A night that is killed between its files and its database transaction writes the same files
 * again. Only nights publish: whoever asks for a report later gets it from the {@link
 * ReportQueries}.
 */
final class Publisher {

    private final Path folder;

    Publisher(Path folder) {
        this.folder = folder;
    }

    /**
     * A report that was issued.
     *
     * @param isNew false when it came out as it was issued before
     */
    record Issued(long rows, boolean isNew) {}

    Issued publish(Handle handle, Night night, String name) {
        ReportFolder reportFolder = ReportFolder.of(folder, night);
        try (DraftFolder drafts = DraftFolder.empty(reportFolder.draft(name))) {
            Draft draft = Draft.make(handle, night, name, drafts.path());
            IssuedVersion newest = IssuedVersion.newestToWrite(handle, night, name).orElse(null);
            if (newest != null && newest.isSameAs(draft)) {
                var unused =
                        reportFolder.putBack(
                                newest, draft, reportFolder.lost(newest, format -> true));
                reportFolder.putManifest(newest);
                return new Issued(draft.rows(), false);
            }
            int version = newest == null ? 1 : newest.version() + 1;
            for (Draft.File file : draft.files()) {
                reportFolder.put(name, version, file);
            }
            IssuedVersion issue = IssuedVersion.register(handle, night, name, version, draft);
            reportFolder.putDifference(issue);
            reportFolder.putManifest(issue);
            return new Issued(draft.rows(), true);
        } catch (IOException e) {
            throw new UncheckedIOException("report " + name, e);
        }
    }
}
