package dev.countersign.reconcile.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files that can be seen in a folder, to be compared to the byte. */
public final class VisibleFiles {

    private VisibleFiles() {}

    /** Their contents in hexadecimal, by their names below the folder. */
    public static Map<String, String> in(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (!file.getFileName().toString().endsWith(".tmp")) {
                    files.put(
                            folder.relativize(file).toString(),
                            HexFormat.of().formatHex(Files.readAllBytes(file)));
                }
            }
        }
        assertThat(files).isNotEmpty();
        return files;
    }
}
