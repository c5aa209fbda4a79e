package dev.countersign.jobs.report;

import dev.countersign.reconcile.embedded.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder in which a caller makes a draft that no other caller sees. The folder is gone when the
 * caller is done.
 */
record DraftFolder(Path path) implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DraftFolder.class);
    private static final String PREFIX = ".draft-";

    /** No draft takes so long: whoever made an older one was killed. */
    private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

    /** A folder that no other call has, beside the reports: drafts are as large as they are. */
    static DraftFolder ofItsOwn(Path reports) throws IOException {
        PrivateFiles.makeDirectory(reports);
        DraftFolder own = new DraftFolder(Files.createTempDirectory(reports, PREFIX));
        own.deleteAbandoned();
        return own;
    }

    /** A named folder, without what somebody left there who was killed. */
    static DraftFolder empty(Path path) throws IOException {
        delete(path);
        PrivateFiles.makeDirectory(path);
        return new DraftFolder(path);
    }

    private void deleteAbandoned() throws IOException {
        Instant oldest = Files.getLastModifiedTime(path).toInstant().minus(ABANDONED_AFTER);
        List<Path> drafts;
        try (Stream<Path> beside = Files.list(path.resolveSibling(""))) {
            drafts = beside.filter(DraftFolder::isDraft).toList();
        }
        for (Path draft : drafts) {
            try {
                if (Files.getLastModifiedTime(draft).toInstant().isBefore(oldest)) {
                    delete(draft);
                }
            } catch (NoSuchFileException | UncheckedIOException e) {
                log.debug("somebody else deletes {} as well", draft, e);
            }
        }
    }

    private static boolean isDraft(Path path) {
        return path.getFileName().toString().startsWith(PREFIX);
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
