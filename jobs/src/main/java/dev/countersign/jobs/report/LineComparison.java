package dev.countersign.jobs.report;

import dev.countersign.reconcile.domain.text.Sha256;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Comparison of two files by the lines that they do not have in common. The files may be large. */
final class LineComparison {

    private LineComparison() {}

    /** A file that is read more than once. */
    @FunctionalInterface
    interface Source {
        InputStream open() throws IOException;
    }

    /**
     * Writes lines that are only in the older file with a minus, those only in the newer with a
     * plus.
     */
    static void difference(Source older, Source newer, OutputStream out) throws IOException {
        Map<ByteBuffer, Integer> inOlder = count(older);
        Map<ByteBuffer, Integer> inNewer = count(newer);
        print("-", older, inNewer, out);
        print("+", newer, inOlder, out);
    }

    private static Map<ByteBuffer, Integer> count(Source file) throws IOException {
        Map<ByteBuffer, Integer> count = new HashMap<>();
        try (BufferedReader lines = lines(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                count.merge(hash(line), 1, Integer::sum);
            }
        }
        return count;
    }

    private static void print(
            String sign, Source file, Map<ByteBuffer, Integer> inOther, OutputStream out)
            throws IOException {
        try (BufferedReader lines = lines(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Integer left = inOther.computeIfPresent(hash(line), (key, count) -> count - 1);
                if (left == null || left < 0) {
                    out.write((sign + line + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    private static BufferedReader lines(Source file) throws IOException {
        return new BufferedReader(new InputStreamReader(file.open(), StandardCharsets.UTF_8));
    }

    private static ByteBuffer hash(String line) {
        return ByteBuffer.wrap(Sha256.of(line));
    }
}
