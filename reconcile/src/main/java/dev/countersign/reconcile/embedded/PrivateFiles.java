package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files and directories that only their owner can read, whatever the mask of the process is: 0600,
 * and 0700 for a directory and what can be run.
 */
public final class PrivateFiles {

    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rwx------");

    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(OWNER);

    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFiles() {}

    /** Makes a directory, and those above it that are missing; leaves one that is there alone. */
    public static void makeDirectory(Path directory) throws IOException {
        Files.createDirectories(directory, DIRECTORY);
    }

    /** Makes the directory that a file is to be in. */
    public static void makeParent(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            makeDirectory(parent);
        }
    }

    /**
     * Makes a directory that is ours alone, or closes it: with all that is below, where others
     * could look into it so far.
     *
     * @throws StartupRefused if others may write there, as in the directory of temporary files: it
     *     is shared, and not ours to close
     */
    public static void own(Path directory) throws IOException {
        makeDirectory(directory);
        PosixFileAttributeView view =
                Files.getFileAttributeView(directory, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        if (permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new StartupRefused(
                    "Everybody may write to the data directory "
                            + directory
                            + ": name one of your own, which is made where it is not there.");
        }
        if (!OWNER.containsAll(permissions)) {
            closeAll(directory);
        }
    }

    /** Makes an empty file that is not there yet. */
    public static void create(Path file) throws IOException {
        Files.createFile(file, FILE);
    }

    /** Writes a file that appears complete or not at all. */
    public static void write(Path file, String text) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        Files.deleteIfExists(draft);
        create(draft);
        Files.writeString(draft, text, StandardOpenOption.TRUNCATE_EXISTING);
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Takes from others what they may do with a file or directory. */
    public static void close(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(
                        file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return;
        }
        PosixFileAttributes attributes = view.readAttributes();
        if (!attributes.isSymbolicLink() && !OWNER.containsAll(attributes.permissions())) {
            Set<PosixFilePermission> closed = EnumSet.copyOf(attributes.permissions());
            closed.retainAll(OWNER);
            view.setPermissions(closed);
        }
    }

    /** Closes a directory and all that is below it; what goes away meanwhile needs no closing. */
    public static void closeAll(Path directory) {
        try {
            Files.walkFileTree(directory, new Closing());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Closing extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                throws IOException {
            close(directory);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            try {
                close(file);
            } catch (NoSuchFileException gone) {
                return FileVisitResult.CONTINUE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                throws IOException {
            if (failure != null && !(failure instanceof NoSuchFileException)) {
                throw failure;
            }
            return FileVisitResult.CONTINUE;
        }
    }

    /** Removes a directory and all that is in it. */
    static void deleteAll(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path visited, @Nullable IOException failure) throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
