package dev.countersign.jobs.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The comparison of two files by the lines that they do not have in common. The files may be large.
 */
final class LineComparison {

    private LineComparison() {}

    /**
     * Writes lines that are only in the older file with a minus, those only in the newer with a
     * plus.
     */
    static void difference(Path older, Path newer, OutputStream out) throws IOException {
        Map<ByteBuffer, Integer> inOlder = count(older);
        Map<ByteBuffer, Integer> inNewer = count(newer);
        tell("-", older, inNewer, out);
        tell("+", newer, inOlder, out);
    }

    private static Map<ByteBuffer, Integer> count(Path file) throws IOException {
        Map<ByteBuffer, Integer> count = new HashMap<>();
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                count.merge(hash(line), 1, Integer::sum);
            }
        }
        return count;
    }

    private static void tell(
            String sign, Path file, Map<ByteBuffer, Integer> inOther, OutputStream out)
            throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Integer left = inOther.computeIfPresent(hash(line), (key, count) -> count - 1);
                if (left == null || left < 0) {
                    out.write((sign + line + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    private static ByteBuffer hash(String line) {
        return ByteBuffer.wrap(IssuedFiles.sha256().digest(line.getBytes(StandardCharsets.UTF_8)));
    }
}
