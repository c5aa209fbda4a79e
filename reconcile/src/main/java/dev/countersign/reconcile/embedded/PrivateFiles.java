package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
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
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
     * @throws StartupRefusedException if it is another user's, or others may write there, as in the
     *     directory of temporary files: it is not ours to close, and what lies there may not be
     *     ours
     */
    public static void own(Path directory) throws IOException {
        makeDirectory(directory);
        Path real = directory.toRealPath();
        if (Files.getFileAttributeView(real, PosixFileAttributeView.class) == null) {
            return;
        }
        requireOurs(directory, real);
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(real);
        if (permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new StartupRefusedException(
                    "Everybody may write to the data directory %s: name one of your own, which is made where it is not there."
                            .formatted(directory));
        }
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)) {
            throw new StartupRefusedException(
                    "A whole group may write to the data directory "
                            + directory
                            + ": name one of your own, which is made where it is not there, or close"
                            + " it (chmod go-rwx) if no other user has written there.");
        }
        if (!OWNER.containsAll(permissions)) {
            closeAll(real);
            if (!OWNER.containsAll(Files.getPosixFilePermissions(real))) {
                throw new StartupRefusedException(
                        "The data directory %s stays open to other users: name one on a file system that keeps permissions."
                                .formatted(directory));
            }
        }
    }

    /** A new file tells as whom this process writes there; a link leads where its maker wanted. */
    private static void requireOurs(Path directory, Path real) throws IOException {
        UserPrincipal self = selfIn(real, directory);
        for (Path each : List.of(directory, real)) {
            UserPrincipal owner = Files.getOwner(each, LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(self)) {
                throw new StartupRefusedException(
                        "The data directory "
                                + directory
                                + " is that of the user "
                                + owner.getName()
                                + ", and this process runs as "
                                + self.getName()
                                + ": run it as its owner, or name a directory of your own, which is"
                                + " made where it is not there.");
            }
        }
    }

    private static UserPrincipal selfIn(Path real, Path directory) throws IOException {
        Path probe;
        try {
            probe = Files.createTempFile(real, "owner", ".probe", FILE);
        } catch (AccessDeniedException e) {
            throw new StartupRefusedException(
                    "The data directory %s cannot be written to: it is that of the user %s."
                            .formatted(directory, Files.getOwner(real).getName()),
                    e);
        }
        try {
            return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.delete(probe);
        }
    }

    /** Makes an empty file that is not there yet. */
    public static void create(Path file) throws IOException {
        Files.createFile(file, FILE);
    }

    /**
     * Writes a file that appears complete or not at all, and is on the disk when this returns: what
     * is written after it may rely on it.
     */
    public static void write(Path file, String text) throws IOException {
        Path draft = draft(file, text);
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        forceDirectory(file);
    }

    /** Does the same, and leaves a file that is there already, whoever made it just now. */
    public static void writeFirst(Path file, String text) throws IOException {
        Path draft = draft(file, text);
        try {
            link(file, draft);
        } catch (FileAlreadyExistsException another) {
            return;
        } finally {
            Files.deleteIfExists(draft);
        }
        forceDirectory(file);
    }

    /** A second name of a complete file is given to one alone; not every file system has these. */
    private static void link(Path file, Path draft) throws IOException {
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.move(draft, file);
        }
    }

    private static Path draft(Path file, String text) throws IOException {
        Path draft =
                Files.createTempFile(
                        directoryOf(file), file.getFileName().toString(), ".draft", FILE);
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                int unused = channel.write(bytes);
            }
            channel.force(true);
        }
        return draft;
    }

    private static Path directoryOf(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new FileSystemException(file.toString(), null, "it is no file");
        }
        return directory;
    }

    /** A name is on the disk once its directory is; not every system can open one. */
    private static void forceDirectory(Path file) {
        try (FileChannel directory = FileChannel.open(directoryOf(file))) {
            directory.force(true);
        } catch (IOException unsupported) {
            return;
        }
    }

    /** Takes from others what they may do with a file or directory. */
    private static void close(Path file) throws IOException {
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
    private static void closeAll(Path directory) throws IOException {
        Files.walkFileTree(directory, new OwnerOnlyVisitor());
    }

    private static final class OwnerOnlyVisitor extends SimpleFileVisitor<Path> {

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

    static void deleteAll(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(directory)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
