package dev.countersign.reconcile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The names of the migrations on the class path, in the order of their versions. */
final class MigrationScripts {

    private static final String FOLDER = "db/migration/";

    /** The first one, which also says where the others are. */
    static final String FIRST = "V1__issuing.sql";

    private MigrationScripts() {}

    /** The name of the newest one. */
    static String newest() {
        return all().getLast();
    }

    static List<String> all() {
        URL first = MigrationScripts.class.getClassLoader().getResource(FOLDER + FIRST);
        if (first == null) {
            throw new IllegalStateException("there is no " + FOLDER + FIRST);
        }
        try {
            return first.openConnection() instanceof JarURLConnection jar
                    ? inOrder(
                            jar.getJarFile().stream()
                                    .map(entry -> entry.getName())
                                    .filter(name -> name.startsWith(FOLDER))
                                    .map(name -> name.substring(FOLDER.length())))
                    : inFolder(Path.of(first.toURI()).resolveSibling(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> inFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return inOrder(files.map(file -> file.getFileName().toString()));
        }
    }

    private static List<String> inOrder(Stream<String> names) {
        return names.filter(name -> name.endsWith(".sql"))
                .sorted(Comparator.comparingInt(MigrationScripts::version))
                .toList();
    }

    private static int version(String name) {
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }
}
