package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The first keys, and where the servers are, as assignments that a shell can read. Commands of that
 * shell then know which product is meant. It is for its owner alone: only hashes of the keys are
 * stored elsewhere.
 */
public final class KeysFile {

    /** Address of the REST interface and the console. */
    public static final String URL = "COUNTERSIGN_URL";

    /** Address of the same process's health and metrics. */
    public static final String MANAGEMENT_URL = "COUNTERSIGN_MANAGEMENT_URL";

    /** The data directory that the file is in. */
    public static final String HOME = "COUNTERSIGN_HOME";

    /** The password of the first login, which the console asks to change. */
    public static final String FIRST_PASSWORD = "CONSOLE_PASSWORD";

    private static final String COMMENT = "#";
    private static final String ABOUT_FIRST_PASSWORD =
            COMMENT + " The password of the first login; it stays here when it is changed.\n";

    private final Path path;

    public KeysFile(DataDirectory directory) {
        this.path = directory.keysFile();
    }

    /** Returns the path of the file. */
    public Path path() {
        return path;
    }

    /** Returns the assignments of the file, in their order; empty if there is no file. */
    public Map<String, String> read() {
        Map<String, String> assignments = new LinkedHashMap<>();
        if (!Files.exists(path)) {
            return assignments;
        }
        try {
            for (String line : Files.readAllLines(path)) {
                int equals = line.indexOf('=');
                if (equals > 0 && !line.startsWith(COMMENT)) {
                    assignments.put(
                            line.substring(0, equals),
                            ShellText.unquoted(line.substring(equals + 1)));
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
                        .map(each -> assignment(each.getKey(), each.getValue()))
                        .collect(Collectors.joining());
        String exported =
                Stream.of(URL, HOME)
                        .filter(assignments::containsKey)
                        .collect(Collectors.joining(" "));
        try {
            PrivateFiles.makeParent(path);
            PrivateFiles.write(
                    path, exported.isEmpty() ? text : text + "export " + exported + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String assignment(String name, String value) {
        String about = name.equals(FIRST_PASSWORD) ? ABOUT_FIRST_PASSWORD : "";
        return about + name + "=" + ShellText.quoted(value) + "\n";
    }
}
