package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;

/**
 * The folder of the files of a date's reports. Each file is named after the report, its version and
 * format.
 */
record ReportFolder(Path folder) {

    /** The shelf of a night's date, in the folder of all reports. */
    static ReportFolder of(Path reports, Night night) {
        return new ReportFolder(
                reports.resolve(night.mode().wire()).resolve(night.businessDate().toString()));
    }

    /** Returns the path at which the one night of its mode that runs makes a draft of a report. */
    Path draft(String name) {
        return folder.resolve(".draft-" + name);
    }

    Path file(IssuedVersion issue, String format) {
        return file(issue.name(), issue.version(), format);
    }

    private Path file(String name, int version, String format) {
        return folder.resolve(String.format(Locale.ROOT, "%s.v%d.%s", name, version, format));
    }

    /** Those wanted formats whose files do not stand there, to the byte, as they were issued. */
    List<String> lost(IssuedVersion issue, Predicate<String> wanted) {
        return issue.manifest().hashes().keySet().stream()
                .filter(wanted)
                .filter(format -> !isWhole(issue, format))
                .toList();
    }

    private boolean isWhole(IssuedVersion issue, String format) {
        Path file = file(issue, format);
        return Files.isRegularFile(file)
                && ReportFile.sha256(file).equals(issue.manifest().hashes().get(format));
    }

    void put(String name, int version, Draft.File file) {
        ReportFile.write(file(name, version, file.format()), out -> Files.copy(file.path(), out));
    }

    /**
     * Puts those lost files there that are in a draft as they were issued.
     *
     * @return the formats that are still lost
     */
    List<String> putBack(IssuedVersion issue, Draft draft, List<String> lost) {
        List<String> stillLost = new ArrayList<>(lost);
        for (Draft.File file : draft.files()) {
            if (file.sha256().equals(issue.manifest().hashes().get(file.format()))
                    && stillLost.remove(file.format())) {
                put(issue.name(), issue.version(), file);
            }
        }
        return stillLost;
    }

    /** Tells whether the manifest is in its place and says what it said. */
    boolean hasManifest(IssuedVersion issue) {
        try {
            return Manifest.parse(Files.readString(manifest(issue)))
                    .text()
                    .equals(issue.manifest().text());
        } catch (NoSuchFileException | MalformedInputException | JacksonException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + manifest(issue), e);
        }
    }

    void putManifest(IssuedVersion issue) {
        byte[] text = issue.manifest().text().getBytes(StandardCharsets.UTF_8);
        ReportFile.write(manifest(issue), out -> out.write(text));
    }

    Path manifest(IssuedVersion issue) {
        return file(issue, "manifest.json");
    }

    /**
     * Writes what is in one version and not in the one before, line by line, if both are in their
     * place.
     */
    void putDifference(IssuedVersion issue) {
        Path before = file(issue.name(), issue.version() - 1, "csv");
        Path now = file(issue, "csv");
        if (Files.exists(before) && Files.exists(now)) {
            ReportFile.write(difference(issue), out -> LineComparison.difference(before, now, out));
        }
    }

    Path difference(IssuedVersion issue) {
        return file(issue, "diff");
    }
}
