package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Hands out reports as they were issued, and says whether they would come out the same again.
 *
 * <p>Nothing is issued here. Files that are lost are made again from the book; where that tells
 * something else today than the night told then, nobody gets it under the name of what was issued.
 */
public final class ReportDesk {

    private static final String AS_THE_NIGHT_LEFT_IT = "as_the_night_left_it";

    private final Path folder;

    public ReportDesk(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies the newest version of a report, with its manifest, as it was issued.
     *
     * @return the files that are there now
     * @throws ReportRefused when it cannot be had as it was issued, or when other files stand under
     *     its names
     */
    public List<Path> take(Handle handle, Night night, String name, Path out) {
        List<Path> files = files(handle, night, name);
        List<Path> missing = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (Path file : files) {
            Path target = target(out, file);
            if (!Files.exists(target)) {
                missing.add(file);
            } else if (!isSame(file, target)) {
                others.add(file.getFileName().toString());
            }
        }
        if (!others.isEmpty()) {
            throw new ReportRefused(
                    ("%s has another %s already: of another date or mode, or changed since."
                                    + " Nothing was written; give each date and mode a folder of its own.")
                            .formatted(out, String.join(", ", others)));
        }
        missing.forEach(file -> ReportFile.write(target(out, file), to -> Files.copy(file, to)));
        return files.stream().map(file -> target(out, file)).toList();
    }

    private static Path target(Path out, Path file) {
        return out.resolve(file.getFileName().toString());
    }

    private static boolean isSame(Path file, Path other) {
        try {
            return Files.mismatch(file, other) < 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + other, e);
        }
    }

    /**
     * All files of the newest version, where they stand. What changed since the version before is
     * among them where it was not lost: nothing that was issued depends on it.
     */
    private List<Path> files(Handle handle, Night night, String name) {
        Shelf shelf = Shelf.of(folder, night);
        Issue issue = whole(handle, night, name, format -> true);
        return Stream.of(
                        issue.manifest().hashes().keySet().stream()
                                .map(format -> shelf.file(issue, format)),
                        Stream.of(shelf.manifest(issue)),
                        Stream.of(shelf.difference(issue)).filter(Files::exists))
                .flatMap(each -> each)
                .sorted()
                .toList();
    }

    /**
     * The file of the newest version of a report in one format, where it stands; empty when there
     * is none.
     *
     * @throws ReportRefused when it cannot be had as it was issued
     */
    public Optional<Path> file(Handle handle, Night night, String name, String format) {
        Issue issue = whole(handle, night, name, format::equals);
        return Optional.of(Shelf.of(folder, night).file(issue, format)).filter(Files::exists);
    }

    /**
     * Makes a report once more and compares it with what was issued; empty when nothing differs.
     */
    public List<String> compare(Handle handle, Night night, String name) {
        try (DraftFolder drafts = DraftFolder.ofItsOwn()) {
            Draft draft = Draft.make(handle, night, name, drafts.path());
            boolean same =
                    Issue.newest(handle, night, name)
                            .map(issue -> issue.isSameAs(draft))
                            .orElse(false);
            return same
                    ? List.of()
                    : List.of("report " + name + " comes out otherwise than issued");
        } catch (IOException e) {
            throw new UncheckedIOException("report " + name, e);
        }
    }

    // ---- what is lost

    /**
     * The newest version; its manifest and the wanted formats stand in their folder as they were
     * issued. Of several who miss them, one makes them again and the others wait.
     */
    private Issue whole(Handle handle, Night night, String name, Predicate<String> wanted) {
        Shelf shelf = Shelf.of(folder, night);
        Issue issue = Issue.newest(handle, night, name).orElseThrow(() -> neverIssued(night, name));
        if (stands(shelf, issue, wanted)) {
            return issue;
        }
        Issue alone =
                Issue.newestToWrite(handle, night, name)
                        .orElseThrow(() -> neverIssued(night, name));
        if (!shelf.lost(alone, wanted).isEmpty()) {
            restore(handle, night, alone, shelf);
        }
        List<String> lost = shelf.lost(alone, wanted);
        if (!lost.isEmpty()) {
            throw changed(night, alone, shelf, lost);
        }
        if (!shelf.hasManifest(alone)) {
            shelf.putManifest(alone);
        }
        return alone;
    }

    private static boolean stands(Shelf shelf, Issue issue, Predicate<String> wanted) {
        return shelf.lost(issue, wanted).isEmpty() && shelf.hasManifest(issue);
    }

    /** Makes a report again, and keeps of it what is to the byte as it was issued. */
    private static void restore(Handle handle, Night night, Issue issue, Shelf shelf) {
        try (DraftFolder drafts = DraftFolder.ofItsOwn()) {
            handle.savepoint(AS_THE_NIGHT_LEFT_IT);
            if (issue.name().equals(Reports.BREAKS)) {
                var unused = LaterWork.takeBack(handle, night);
            }
            Draft draft = Draft.make(handle, night, issue.name(), drafts.path());
            handle.rollbackToSavepoint(AS_THE_NIGHT_LEFT_IT);
            shelf.putBack(issue, draft);
        } catch (IOException e) {
            throw new UncheckedIOException("report " + issue.name(), e);
        }
    }

    private static ReportRefused neverIssued(Night night, String name) {
        return new ReportRefused(
                "The night of %s issued no report %s.".formatted(night.businessDate(), name));
    }

    private static ReportRefused changed(Night night, Issue issue, Shelf shelf, List<String> lost) {
        String files =
                lost.stream()
                        .map(format -> shelf.file(issue, format).getFileName().toString())
                        .collect(Collectors.joining(", "));
        String anew =
                night.closes()
                        ? ""
                        : " The date is not closed: its next night issues what is new as the next"
                                + " version.";
        return new ReportRefused(
                ("The report %s of %s cannot be handed out as it was issued (version %d). Lost or"
                                + " changed: %s; made again now, it comes out otherwise. Put back what"
                                + " was issued, into %s, from a backup or from the machine whose night"
                                + " wrote it.%s")
                        .formatted(
                                issue.name(),
                                night.businessDate(),
                                issue.version(),
                                files,
                                shelf.folder(),
                                anew));
    }
}
