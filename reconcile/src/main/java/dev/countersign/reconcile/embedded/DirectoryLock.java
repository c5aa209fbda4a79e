package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Makes this process the only one at work in a directory. The operating system gives the lock back
 * when the process ends in whatever way, so a lock that is held always means a live owner.
 */
public final class DirectoryLock implements AutoCloseable {

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock, making the directory if it is not there. Others than its owner cannot look
     * into it.
     *
     * @throws StartupRefusedException if another process, or another server in this one, holds it
     */
    public static DirectoryLock take(Path directory) {
        try {
            PrivateFiles.own(directory);
            Path file = directory.resolve("lock");
            if (Files.notExists(file)) {
                PrivateFiles.create(file);
            }
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new StartupRefusedException(
                        "The data directory " + directory + " is in use by another process.");
            }
            return new DirectoryLock(channel);
        } catch (IOException e) {
            throw new StartupRefusedException(
                    "The data directory " + directory + " cannot be written to.", e);
        }
    }

    /** True while a process works in a directory. */
    public static boolean isHeld(Path directory) {
        Path file = directory.resolve("lock");
        if (Files.notExists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return tryLock(channel) == null;
        } catch (IOException e) {
            return false; // the caller who wants it says why that cannot be
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
