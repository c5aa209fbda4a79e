package dev.countersign.jobs.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where somebody makes a draft that nobody else sees; it is gone when they are done. */
record DraftFolder(Path path) implements AutoCloseable {

    /** A folder that no other call has, beside the reports: drafts are as large as they are. */
    static DraftFolder ofItsOwn(Path reports) throws IOException {
        Files.createDirectories(reports);
        return new DraftFolder(Files.createTempDirectory(reports, ".draft-"));
    }

    /** A named folder, without what somebody left there who was killed. */
    static DraftFolder empty(Path path) throws IOException {
        delete(path);
        Files.createDirectories(path);
        return new DraftFolder(path);
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : deepestFirst) {
            Files.delete(each);
        }
    }
}
