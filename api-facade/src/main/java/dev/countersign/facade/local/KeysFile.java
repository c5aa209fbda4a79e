package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The first keys, and where the servers are, as assignments that a shell can read. It is for its
 * owner alone: only hashes of the keys are stored elsewhere.
 */
public final class KeysFile {

    private final Path path;

    public KeysFile(DataDirectory directory) {
        this.path = directory.keysFile();
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** What it says, in its order; nothing where there is no file. */
    public Map<String, String> read() {
        Map<String, String> assignments = new LinkedHashMap<>();
        if (!Files.exists(path)) {
            return assignments;
        }
        try {
            for (String line : Files.readAllLines(path)) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    assignments.put(
                            line.substring(0, equals), unquoted(line.substring(equals + 1)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return assignments;
    }

    /** Appears complete or not at all, and is never readable by others. */
    public void write(Map<String, String> assignments) {
        String text =
                assignments.entrySet().stream()
                        .map(each -> each.getKey() + "=" + quoted(each.getValue()) + "\n")
                        .collect(Collectors.joining());
        try {
            PrivateFiles.makeParent(path);
            PrivateFiles.write(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Quoted for a POSIX shell where the value holds anything a shell would read. */
    private static String quoted(String value) {
        return value.matches("[A-Za-z0-9_./:,@%+-]+")
                ? value
                : "'" + value.replace("'", "'\\''") + "'";
    }

    private static String unquoted(String value) {
        return value.length() > 1 && value.startsWith("'")
                ? value.substring(1, value.length() - 1).replace("'\\''", "'")
                : value;
    }
}
