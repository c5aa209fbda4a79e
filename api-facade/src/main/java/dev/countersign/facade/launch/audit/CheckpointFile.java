package dev.countersign.facade.launch.audit;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.service.audit.CheckpointPlace;
import dev.countersign.reconcile.service.audit.PlaceUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checkpoints in a file of this machine, one a line, only ever added to: it may carry the attribute
 * of the file system that allows nothing else. Several processes may add to it.
 */
final class CheckpointFile implements CheckpointPlace {

    private static final Set<OpenOption> ADDING =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

    /** A file that is larger is not searched for what it has already. */
    private static final long SEARCHED_BYTES_MAX = 16 << 20;

    private static final Object ONE_AT_A_TIME = new Object();

    private final Path path;

    CheckpointFile(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    @Override
    public String name() {
        return "the file " + path + " of " + host();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    @Override
    public void append(List<AuditCheckpoint> checkpoints) {
        synchronized (ONE_AT_A_TIME) {
            try {
                Path directory = path.getParent();
                if (directory != null) {
                    Files.createDirectories(directory);
                }
                try (FileChannel channel =
                        FileChannel.open(
                                path,
                                ADDING,
                                PosixFilePermissions.asFileAttribute(
                                        PosixFilePermissions.fromString("rw-------")))) {
                    channel.lock();
                    add(channel, checkpoints);
                    channel.force(true);
                }
            } catch (IOException e) {
                throw unavailable(e);
            }
        }
    }

    private void add(FileChannel channel, List<AuditCheckpoint> checkpoints) throws IOException {
        Set<String> there = new HashSet<>();
        StringBuilder lines = new StringBuilder();
        if (channel.size() > 0 && channel.size() <= SEARCHED_BYTES_MAX) {
            String text = Files.readString(path);
            text.lines().forEach(there::add);
            if (!text.endsWith("\n")) {
                lines.append('\n'); // after half a line of a process that died
            }
        }
        for (AuditCheckpoint checkpoint : checkpoints) {
            String line = CheckpointJson.write(checkpoint);
            if (there.add(line)) {
                lines.append(line).append('\n');
            }
        }
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines.toString());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public List<AuditCheckpoint> read() {
        if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(path)) {
            return lines.map(CheckpointJson::read).flatMap(Optional::stream).toList();
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    private PlaceUnavailableException unavailable(IOException cause) {
        return new PlaceUnavailableException(
                "The checkpoints of the audit trail in " + path + " cannot be reached: " + cause,
                cause);
    }
}
