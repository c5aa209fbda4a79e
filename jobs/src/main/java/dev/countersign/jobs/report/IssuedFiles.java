package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.embedded.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The folder of the files of a date's reports. Each is named after the report, its version and
 * format, and gets its name when it is whole and on the disk.
 */
record IssuedFiles(Path folder) {

    /** The folder of a night's date, in the folder of all reports. */
    static IssuedFiles of(Path reports, Night night) {
        return new IssuedFiles(
                reports.resolve(night.mode().wire()).resolve(night.businessDate().toString()));
    }

    Path path(String name, int version, String format) {
        return folder.resolve(String.format(Locale.ROOT, "%s.v%d.%s", name, version, format));
    }

    private Path unfinished(String name, String format) {
        return folder.resolve("." + name + "." + format + ".tmp");
    }

    /**
     * Opens a file for its owner alone. Only the one night of its mode writes there: what is left
     * of it was left by one that died.
     */
    OutputStream begin(String name, String format) throws IOException {
        Path file = unfinished(name, format);
        PrivateFiles.makeParent(file);
        Files.deleteIfExists(file);
        PrivateFiles.create(file);
        return Files.newOutputStream(file);
    }

    /** Gives a file that was written to its end its name. */
    void finish(String name, int version, String format) throws IOException {
        move(unfinished(name, format), path(name, version, format));
    }

    /** Writes a file that nobody hashes. */
    void write(String name, int version, String format, ReportCopy.Content content)
            throws IOException {
        try (OutputStream out = begin(name, format)) {
            content.writeTo(out);
        }
        finish(name, version, format);
    }

    /** Tells whether a file stands there, to the byte, as it was issued. */
    boolean isWhole(IssuedVersion issue, String format) {
        Path file = path(issue.name(), issue.version(), format);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (var hash = new DigestOutputStream(OutputStream.nullOutputStream(), sha256())) {
            var unused = Files.copy(file, hash);
            return HexFormat.of()
                    .formatHex(hash.getMessageDigest().digest())
                    .equals(issue.manifest().hashes().get(format));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Puts a file in its place at once, when it is on the disk. */
    static void move(Path temporary, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(
                temporary,
                file,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder =
                FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
