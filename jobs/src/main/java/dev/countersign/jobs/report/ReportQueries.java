package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Hands out reports as they were issued, and says whether they would come out the same again.
 *
 * <p>Nothing is issued here. Files that are lost are made again from the book; where that tells
 * something else today than the night told then, nobody gets it under the name of what was issued.
 */
public final class ReportQueries {

    private final Path folder;

    public ReportQueries(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies the newest version of a report, with its manifest, as it was issued. Files that stand
     * under its names, of another date or mode, are replaced.
     *
     * @return the files that were written
     * @throws ReportRefusedException when it cannot be had as it was issued
     */
    public List<Path> take(Jdbi jdbi, Night night, String name, Path out) {
        List<Path> written = new ArrayList<>();
        for (Path file : files(jdbi, night, name)) {
            Path target = out.resolve(file.getFileName().toString());
            ReportFile.copy(file, target);
            written.add(target);
        }
        return written;
    }

    /**
     * All files of the newest version, where they stand. What changed since the version before is
     * among them where it was not lost: nothing that was issued depends on it.
     */
    private List<Path> files(Jdbi jdbi, Night night, String name) {
        IssuedFiles issued = new IssuedFiles(folder, night);
        IssuedVersion issue = issued.whole(jdbi, name, format -> true);
        ReportFolder reportFolder = issued.reportFolder();
        return Stream.of(
                        issue.manifest().hashes().keySet().stream()
                                .map(format -> reportFolder.file(issue, format)),
                        Stream.of(reportFolder.manifest(issue)),
                        Stream.of(reportFolder.difference(issue)).filter(Files::exists))
                .flatMap(each -> each)
                .sorted()
                .toList();
    }

    /**
     * The file of the newest version of a report in one format, where it stands; empty when there
     * is none.
     *
     * @throws ReportRefusedException when it cannot be had as it was issued
     */
    public Optional<Path> file(Jdbi jdbi, Night night, String name, String format) {
        IssuedFiles issued = new IssuedFiles(folder, night);
        IssuedVersion issue = issued.whole(jdbi, name, format::equals);
        return Optional.of(issued.reportFolder().file(issue, format)).filter(Files::exists);
    }

    /**
     * Makes a report once more and compares it with what was issued; empty when nothing differs.
     */
    public List<String> compare(Handle handle, Night night, String name) {
        try (DraftFolder drafts = DraftFolder.ofItsOwn(folder)) {
            Draft draft = Draft.make(handle, night, name, drafts.path());
            boolean same =
                    IssuedVersion.newest(handle, night, name)
                            .map(issue -> issue.isSameAs(draft))
                            .orElse(false);
            return same
                    ? List.of()
                    : List.of("report " + name + " comes out otherwise than issued");
        } catch (IOException e) {
            throw new UncheckedIOException("report " + name, e);
        }
    }
}
