package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.report.store.ReportStore;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Hands out reports as they were issued, and says whether they would come out the same again.
 *
 * <p>Nothing is issued here. Files that are lost or were changed are refused with their paths:
 * nobody gets anything else under the name of what was issued.
 */
public record ReportQueries(ReportStore store) {

    private static final String WORKBOOK = "xlsx";
    private static final String DIFFERENCE = "diff";

    /** The formats in which a report can be had that was issued with a manifest. */
    public static List<String> formats(String manifest) {
        Manifest parsed = Manifest.parse(manifest);
        return Stream.concat(
                        parsed.hashes().keySet().stream(),
                        Stream.of(WORKBOOK).filter(format -> isRendered(format, parsed)))
                .toList();
    }

    /** A workbook of a report that is a table is rendered from the JSON, and is not issued. */
    private static boolean isRendered(String format, Manifest manifest) {
        return format.equals(WORKBOOK)
                && !manifest.columns().isEmpty()
                && !manifest.hashes().containsKey(WORKBOOK);
    }

    /**
     * All files of the newest version of a report that were issued, with the manifest, and with
     * what changed since the version before where that was not lost: nothing that was issued
     * depends on it.
     *
     * @param asOf the version that was known at this moment; null for the newest of all
     * @throws ActionRefusedException when one of them is not as it was issued
     */
    public List<ReportCopy> files(Jdbi jdbi, Night night, String name, @Nullable Instant asOf) {
        IssuedVersion issue = newest(jdbi, night, name, asOf);
        Set<String> formats = issue.manifest().hashes().keySet();
        requireWhole(night, issue, formats);
        return Stream.concat(formats.stream(), Stream.of(Manifest.FORMAT, DIFFERENCE))
                .map(format -> copy(night, issue, format))
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * The newest version of a report in one format, {@code manifest.json} and {@code diff} among
     * them; empty when it cannot be had in that.
     *
     * @param asOf the version that was known at this moment; null for the newest of all
     * @throws ActionRefusedException when it is not as it was issued
     */
    public Optional<ReportCopy> file(
            Jdbi jdbi, Night night, String name, String format, @Nullable Instant asOf) {
        IssuedVersion issue = newest(jdbi, night, name, asOf);
        String source = isRendered(format, issue.manifest()) ? "json" : format;
        if (issue.manifest().hashes().containsKey(source)) {
            requireWhole(night, issue, Set.of(source));
        }
        return copy(night, issue, format);
    }

    private Optional<ReportCopy> copy(Night night, IssuedVersion issue, String format) {
        Manifest manifest = issue.manifest();
        IssuedFiles files = new IssuedFiles(store, night);
        String name = issue.name();
        int version = issue.version();
        ReportCopy.Content content;
        if (format.equals(Manifest.FORMAT)) {
            content = out -> out.write(manifest.bytes());
        } else if (isRendered(format, manifest)) {
            content =
                    out ->
                            ReportWorkbook.write(
                                    files.open(name, version, "json"),
                                    name,
                                    manifest.columns(),
                                    out);
        } else if (manifest.hashes().containsKey(format)
                || (format.equals(DIFFERENCE) && holds(files, issue, format))) {
            content = out -> copy(files.open(name, version, format), out);
        } else {
            return Optional.empty();
        }
        return Optional.of(new ReportCopy(IssuedFiles.fileName(name, version, format), content));
    }

    private static boolean holds(IssuedFiles files, IssuedVersion issue, String format) {
        try {
            return files.holds(issue.name(), issue.version(), format);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(InputStream file, OutputStream out) throws IOException {
        try (file) {
            var unused = file.transferTo(out);
        }
    }

    private static IssuedVersion newest(
            Jdbi jdbi, Night night, String name, @Nullable Instant asOf) {
        return jdbi.withHandle(
                handle ->
                        IssuedVersion.newest(handle, night, name, asOf)
                                .orElseThrow(
                                        () ->
                                                new ActionRefusedException(
                                                        none(handle, night, name, asOf))));
    }

    private static String none(Handle handle, Night night, String name, @Nullable Instant asOf) {
        Instant since = IssuedVersion.knownSince(handle, night, name);
        return asOf == null || since == null
                ? "The night of %s issued no report %s.".formatted(night.businessDate(), name)
                : "At %s no report %s of %s was issued yet; there is one since %s."
                        .formatted(
                                asOf.truncatedTo(ChronoUnit.SECONDS),
                                name,
                                night.businessDate(),
                                since);
    }

    private void requireWhole(Night night, IssuedVersion issue, Set<String> formats) {
        IssuedFiles files = new IssuedFiles(store, night);
        String lost =
                formats.stream()
                        .filter(format -> !files.isWhole(issue, format))
                        .map(format -> files.place(issue, format))
                        .collect(Collectors.joining(", "));
        if (!lost.isEmpty()) {
            throw new ActionRefusedException(
                    ("The report %s of %s cannot be handed out as it was issued (version %s)."
                                    + " Lost or changed: %s. Put back what was issued, from a backup or"
                                    + " from the machine whose night wrote it.%s")
                            .formatted(
                                    issue.name(),
                                    night.businessDate(),
                                    issue.version(),
                                    lost,
                                    night.closes()
                                            ? ""
                                            : " The date is not closed: its next night writes the report"
                                                    + " again."));
        }
    }

    /**
     * Makes a report once more, writes it nowhere, and compares it with what was issued; empty when
     * nothing differs, or when the night issued none, as nights before there was this report.
     */
    public List<String> compare(Handle handle, Night night, String name) {
        try {
            Draft draft =
                    Draft.write(handle, night, name, format -> OutputStream.nullOutputStream());
            boolean same =
                    IssuedVersion.newest(handle, night, name)
                            .map(issue -> issue.isSameAs(draft))
                            .orElse(true);
            return same
                    ? List.of()
                    : List.of("report " + name + " comes out otherwise than issued");
        } catch (IOException e) {
            throw new UncheckedIOException("report " + name, e);
        }
    }
}
