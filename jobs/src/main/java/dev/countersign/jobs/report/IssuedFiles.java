package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.store.settlement.NightGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The files of a night's reports as they were issued. Those that are lost are made again from the
 * book, and kept where every byte is as the night registered it.
 */
record IssuedFiles(Path reports, Night night) {

    private static final String AS_THE_NIGHT_LEFT_IT = "as_the_night_left_it";

    ReportFolder reportFolder() {
        return ReportFolder.of(reports, night);
    }

    /**
     * The newest version; its manifest and the wanted formats stand in their folder as they were
     * issued. Of several who miss them, one makes them again and the others wait. Files are read
     * outside of any database transaction unless one is lost.
     *
     * @throws ReportRefusedException when they cannot be had so
     */
    IssuedVersion whole(Jdbi jdbi, String name, Predicate<String> wanted) {
        IssuedVersion issue =
                jdbi.withHandle(handle -> IssuedVersion.newest(handle, night, name))
                        .orElseThrow(() -> neverIssued(name));
        return reportFolder().lost(issue, wanted).isEmpty() && reportFolder().hasManifest(issue)
                ? issue
                : jdbi.inTransaction(handle -> madeWhole(handle, name, wanted));
    }

    private IssuedVersion madeWhole(Handle handle, String name, Predicate<String> wanted) {
        IssuedVersion issue =
                IssuedVersion.newestToWrite(handle, night, name)
                        .orElseThrow(() -> neverIssued(name));
        List<String> lost = reportFolder().lost(issue, format -> true);
        if (lost.stream().anyMatch(wanted)) {
            List<String> stillLost = restore(handle, issue, lost).stream().filter(wanted).toList();
            if (!stillLost.isEmpty()) {
                throw changed(issue, stillLost);
            }
        }
        if (!reportFolder().hasManifest(issue)) {
            reportFolder().putManifest(issue);
        }
        return issue;
    }

    /**
     * Makes a report again, and keeps of what is lost that which is to the byte as it was issued.
     *
     * @return the formats that are still lost
     */
    private List<String> restore(Handle handle, IssuedVersion issue, List<String> lost) {
        try (DraftFolder drafts = DraftFolder.ofItsOwn(reports)) {
            handle.savepoint(AS_THE_NIGHT_LEFT_IT);
            if (Reports.OF_BREAKS.contains(issue.name())) {
                undoChangesAfterClose(handle, issue);
            }
            Draft draft = Draft.make(handle, night, issue.name(), drafts.path());
            handle.rollbackToSavepoint(AS_THE_NIGHT_LEFT_IT);
            return reportFolder().putBack(issue, draft, lost);
        } catch (IOException e) {
            throw new UncheckedIOException("report " + issue.name(), e);
        }
    }

    /** A night writes the same breaks, and each would wait for what the other has. */
    private void undoChangesAfterClose(Handle handle, IssuedVersion issue) {
        if (!NightGate.tryKeepOut(handle, night.mode())) {
            throw new ReportRefusedException(
                    ("The report %s of %s is lost, and cannot be made again now: a night of mode %s"
                                    + " runs. Ask again when it has ended.")
                            .formatted(issue.name(), night.businessDate(), night.mode().wire()));
        }
        var unused = ChangesAfterClose.undo(handle, night);
    }

    private ReportRefusedException neverIssued(String name) {
        return new ReportRefusedException(
                "The night of %s issued no report %s.".formatted(night.businessDate(), name));
    }

    private ReportRefusedException changed(IssuedVersion issue, List<String> lost) {
        String files =
                lost.stream()
                        .map(format -> reportFolder().file(issue, format).getFileName().toString())
                        .collect(Collectors.joining(", "));
        String anew =
                night.closes()
                        ? ""
                        : " The date is not closed: its next night issues what is new as the next"
                                + " version.";
        return new ReportRefusedException(
                String.format(
                        Locale.ROOT,
                        "The report %s of %s cannot be handed out as it was issued (version %d). Lost or"
                                + " changed: %s; made again now, it comes out otherwise. Put back what"
                                + " was issued, into %s, from a backup or from the machine whose night"
                                + " wrote it.%s",
                        issue.name(),
                        night.businessDate(),
                        issue.version(),
                        files,
                        reportFolder().folder(),
                        anew));
    }
}
