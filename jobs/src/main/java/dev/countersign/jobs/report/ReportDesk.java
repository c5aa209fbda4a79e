package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Hands out reports that were issued, and says whether they would come out the same again. */
public final class ReportDesk {

    private final Publisher publisher;

    public ReportDesk(Path folder) {
        this.publisher = new Publisher(folder);
    }

    /**
     * Copies the newest version of a report, with its manifest, as it was issued. Where its files
     * are gone, it is made again from the book.
     *
     * @return the files that were written
     */
    public List<Path> take(Handle handle, Night night, String name, Path out) {
        List<Path> written = new ArrayList<>();
        for (Path file : files(handle, night, name)) {
            Path target = out.resolve(file.getFileName().toString());
            ReportFile.write(target, to -> Files.copy(file, to));
            written.add(target);
        }
        return written;
    }

    /**
     * The files of the newest version of a report, where they stand. Where they are gone, they are
     * made again from the book.
     */
    public List<Path> files(Handle handle, Night night, String name) {
        if (issued(night, name).isEmpty()) {
            var unused = publisher.publish(handle, night, name);
        }
        return issued(night, name);
    }

    /**
     * Makes a report once more and compares it with what was issued; empty when nothing differs.
     */
    public List<String> compare(Handle handle, Night night, String name) {
        try {
            Path folder = Files.createTempDirectory("report");
            Draft draft = Draft.make(handle, night, name, folder);
            boolean same = publisher.isAsIssued(handle, night, name, draft);
            for (Draft.File file : draft.files()) {
                Files.delete(file.path());
            }
            Files.delete(folder);
            return same
                    ? List.of()
                    : List.of("report " + name + " comes out otherwise than issued");
        } catch (IOException e) {
            throw new UncheckedIOException("report " + name, e);
        }
    }

    private List<Path> issued(Night night, String name) {
        Path folder = publisher.folderOf(night);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all =
                    files.filter(file -> file.getFileName().toString().startsWith(name + ".v"))
                            .sorted()
                            .toList();
            int newest = all.stream().mapToInt(ReportDesk::version).max().orElse(0);
            return all.stream().filter(file -> version(file) == newest).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
    }

    private static int version(Path file) {
        String name = file.getFileName().toString();
        int from = name.indexOf(".v") + 2;
        return Integer.parseInt(name.substring(from, name.indexOf('.', from)));
    }
}
