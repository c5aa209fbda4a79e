package dev.countersign.reconcile.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The memory in which the databases of the tests lie where the machine has enough of it: each is
 * hundreds of files that are made for a class and deleted after it, for which a disk takes longer
 * than the tests take to run. Where there is not enough they lie beside the server.
 */
final class MemoryTablespace {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ENOUGH_BYTES = 8L << 30;

    private final Path server;
    private final Path directory;

    /**
     * @param server the directory of the server, in which its data lie
     */
    MemoryTablespace(Path server) {
        this.server = server.toAbsolutePath();
        this.directory =
                MEMORY.resolve("countersign-" + Integer.toHexString(this.server.hashCode()));
    }

    /** Has a server begin anew whose databases were in memory: they ended with an earlier run. */
    void forget() {
        Path links = server.resolve("data/pg_tblspc");
        if (!Files.isDirectory(links, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> any = Files.newDirectoryStream(links)) {
            if (any.iterator().hasNext()) {
                Files.deleteIfExists(server.resolve("initdb.done"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the directory, empty. False where there is not enough memory. */
    boolean make() {
        try {
            delete();
            if (!Files.isWritable(MEMORY)
                    || Files.getFileStore(MEMORY).getUsableSpace() < ENOUGH_BYTES) {
                return false;
            }
            Files.createDirectory(
                    directory,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The directory. */
    Path directory() {
        return directory;
    }

    /** Gives the memory back; to be called when no server uses it. */
    void delete() {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
