package dev.countersign.jobs.report;

import dev.countersign.jobs.report.store.ReportFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A file of an issued report, to be handed out. It was found as it was issued, or is rendered from
 * what was.
 *
 * @param fileName after the report, its version and format
 */
public record ReportCopy(String fileName, Content content) {

    /** Writes content to a stream. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes the file into a folder, whole or not at all, also while others write one there. */
    public Path writeInto(Path folder) {
        Path file = folder.resolve(fileName);
        Path temporary = folder.resolve("." + fileName + UUID.randomUUID() + ".tmp");
        try {
            Files.createDirectories(folder.toAbsolutePath());
            try {
                try (OutputStream out = Files.newOutputStream(temporary)) {
                    content.writeTo(out);
                }
                ReportFolder.move(temporary, file);
            } finally {
                var unused = Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        return file;
    }
}
