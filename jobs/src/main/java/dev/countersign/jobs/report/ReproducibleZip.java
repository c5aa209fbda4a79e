package dev.countersign.jobs.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Takes the time of writing out of a workbook, so that the same rows make the same bytes: every
 * entry gets one fixed time, and the properties say that it was created then.
 */
final class ReproducibleZip {

    /**
     * The first moment of 1980 would be written as one of the zone of the server: it stands for
     * what was before it.
     */
    private static final LocalDateTime EPOCH = LocalDateTime.of(1980, 2, 1, 0, 0);

    private ReproducibleZip() {}

    static void copy(Path workbook, OutputStream out) throws IOException {
        try (ZipFile in = new ZipFile(workbook.toFile())) {
            ZipOutputStream same = new ZipOutputStream(out);
            for (ZipEntry entry : Collections.list(in.entries())) {
                ZipEntry copied = new ZipEntry(entry.getName());
                copied.setTimeLocal(EPOCH);
                same.putNextEntry(copied);
                try (InputStream content = in.getInputStream(entry)) {
                    copy(entry, content, same);
                }
                same.closeEntry();
            }
            same.finish();
        }
    }

    private static void copy(ZipEntry entry, InputStream content, OutputStream same)
            throws IOException {
        if (!entry.getName().equals("docProps/core.xml")) {
            content.transferTo(same);
            return;
        }
        String properties = new String(content.readAllBytes(), StandardCharsets.UTF_8);
        same.write(
                properties
                        .replaceAll(
                                "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z",
                                "1980-01-01T00:00:00Z")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
