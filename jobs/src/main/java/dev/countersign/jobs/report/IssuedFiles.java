package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.report.store.ReportStore;
import dev.countersign.reconcile.domain.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The files of a date's reports. Each is named after the report, its version and format, and gets
 * its name when it is whole.
 */
final class IssuedFiles {

    private final ReportStore store;
    private final String folder;
    private final long writer;
    private final Runnable permit;
    private final Map<String, Path> begun = new HashMap<>();

    /**
     * Those of a night's date, among all reports, for who runs it.
     *
     * @param writer number of who writes; that of a later one is higher
     * @param permit fails where another writes them by now
     */
    IssuedFiles(ReportStore store, Night night, long writer, Runnable permit) {
        this.store = store;
        this.folder = night.mode().wire() + "/" + night.businessDate() + "/";
        this.writer = writer;
        this.permit = permit;
    }

    /** Those of a night's date, to be read. */
    IssuedFiles(ReportStore store, Night night) {
        this(
                store,
                night,
                0,
                () -> {
                    throw new IllegalStateException("only a night writes reports");
                });
    }

    static String fileName(String name, int version, String format) {
        return "%s.v%s.%s".formatted(name, version, format);
    }

    private String key(String name, int version, String format) {
        return folder + fileName(name, version, format);
    }

    /** Begins a file. It is opened only where no later writer has begun it since. */
    OutputStream begin(String name, String format) throws IOException {
        permit.run();
        Path file = store.begin(folder + name + "." + format, writer);
        begun.put(name + "." + format, file);
        return Files.newOutputStream(file, StandardOpenOption.WRITE);
    }

    /** Gives a file that was written to its end its name, while nobody else writes it. */
    void finish(String name, int version, String format) throws IOException {
        Path file = begun.remove(name + "." + format);
        if (file == null) {
            throw new IllegalStateException(name + "." + format + " was not begun");
        }
        try {
            permit.run();
            store.put(file, key(name, version, format));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Deletes the files that were begun and got no name. */
    void deleteUnfinished() throws IOException {
        for (Path file : begun.values()) {
            Files.deleteIfExists(file);
        }
        begun.clear();
    }

    /** Writes a file that nobody hashes. */
    void write(String name, int version, String format, ReportCopy.Content content)
            throws IOException {
        try (OutputStream out = begin(name, format)) {
            content.writeTo(out);
        }
        finish(name, version, format);
    }

    boolean holds(String name, int version, String format) throws IOException {
        return store.holds(key(name, version, format));
    }

    InputStream open(String name, int version, String format) throws IOException {
        return store.open(key(name, version, format));
    }

    /** The place of a file, for people. */
    String place(IssuedVersion issue, String format) {
        return store.place(key(issue.name(), issue.version(), format));
    }

    /** Tells whether a file is there, to the byte, as it was issued. */
    boolean isWhole(IssuedVersion issue, String format) {
        MessageDigest hash = Sha256.begin();
        try (var file = new DigestInputStream(open(issue.name(), issue.version(), format), hash)) {
            var unused = file.transferTo(OutputStream.nullOutputStream());
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + place(issue, format), e);
        }
        return HexFormat.of()
                .formatHex(hash.digest())
                .equals(issue.manifest().hashes().get(format));
    }
}
