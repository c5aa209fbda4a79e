package dev.countersign.jobs.report;

import dev.countersign.reconcile.embedded.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/** Files that are there whole or not at all. */
final class ReportFile {

    private ReportFile() {}

    /** Writes content to a stream. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Returns the path at which a file is written before it is whole. */
    static Path unfinished(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".tmp");
    }

    /** Opens a file that is not whole yet, for its owner alone. */
    static OutputStream open(Path file) throws IOException {
        PrivateFiles.makeParent(file);
        Path unfinished = unfinished(file);
        Files.deleteIfExists(unfinished);
        PrivateFiles.create(unfinished);
        return new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 16);
    }

    /** Puts a file that was written to its end in its place, on the disk before it has its name. */
    static void finish(Path file) throws IOException {
        finish(unfinished(file), file);
    }

    private static void finish(Path temporary, Path file) throws IOException {
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

    /** Writes a file, whole or not at all. */
    static void write(Path file, Content content) {
        try {
            try (OutputStream out = open(file)) {
                content.writeTo(out);
            }
            finish(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Copies a file, whole or not at all, also while others write one of the same name. */
    static void copy(Path file, Path to) {
        Path temporary = to.resolveSibling("." + to.getFileName() + UUID.randomUUID() + ".tmp");
        try {
            Files.createDirectories(to.toAbsolutePath().getParent());
            try {
                try (OutputStream out = Files.newOutputStream(temporary)) {
                    var unused = Files.copy(file, out);
                }
                finish(temporary, to);
            } finally {
                var unused = Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + to, e);
        }
    }

    /** The SHA-256 of a file, in lower-case hex. */
    static String sha256(Path file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
