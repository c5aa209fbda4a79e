package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * PostgreSQL's {@code postmaster.pid}: which process serves a data directory. Our program may have
 * been killed while its server lived on; whoever holds the {@link DirectoryLock} knows that such a
 * server is an orphan, and that the file is stale if no server is there.
 */
record PostmasterPid(Path dataDirectory) {

    private static final Duration FAST_SHUTDOWN_MAX = Duration.ofSeconds(30);
    private static final Duration IMMEDIATE_SHUTDOWN_MAX = Duration.ofSeconds(10);

    private static final int PORT_LINE = 3;

    /** True where the server of this data directory runs and listens on a port. */
    boolean listensOn(int port) throws IOException {
        if (find().isEmpty()) {
            return false;
        }
        List<String> lines = Files.readAllLines(file());
        return lines.size() > PORT_LINE
                && lines.get(PORT_LINE).strip().equals(Integer.toString(port));
    }

    /** Leaves no server running on the data directory, and no file that claims one. */
    void stopOrphan() throws IOException, InterruptedException {
        Optional<ProcessHandle> orphan = find();
        if (orphan.isPresent()) {
            stop(orphan.get());
        }
        Files.deleteIfExists(file());
    }

    /**
     * The server of this data directory, if it runs. The number alone may be that of another
     * process.
     */
    Optional<ProcessHandle> find() throws IOException {
        if (Files.notExists(file())) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file());
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
                .filter(this::servesTheDataDirectory);
    }

    private boolean servesTheDataDirectory(ProcessHandle process) {
        return process.info()
                .commandLine()
                .filter(line -> line.contains(dataDirectory.toString()))
                .isPresent();
    }

    /** SIGINT lets PostgreSQL end its sessions and stop cleanly; SIGQUIT makes it stop at once. */
    private void stop(ProcessHandle orphan) throws IOException, InterruptedException {
        if (!endsAfter("INT", orphan, FAST_SHUTDOWN_MAX)
                && !endsAfter("QUIT", orphan, IMMEDIATE_SHUTDOWN_MAX)) {
            throw new StartupRefusedException(
                    "A PostgreSQL left over from an earlier run (process %s) does not stop: end it by hand."
                            .formatted(orphan.pid()));
        }
    }

    private static boolean endsAfter(String signal, ProcessHandle process, Duration max)
            throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
        try {
            process.onExit().orTimeout(max.toSeconds(), TimeUnit.SECONDS).join();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                return false;
            }
            throw e;
        }
    }

    private Path file() {
        return dataDirectory.resolve("postmaster.pid");
    }
}
