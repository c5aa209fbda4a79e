package dev.countersign.facade.launch.audit;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.service.audit.CheckpointDestination;
import dev.countersign.reconcile.service.audit.DestinationUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
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
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Checkpoints in a file of this machine, one a line, only ever added to: it may carry the attribute
 * of the file system that allows nothing else. Several processes may add to it.
 */
final class CheckpointFile implements CheckpointDestination {

    private static final Set<OpenOption> ADDING =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

    /** A file that is larger is not searched for what it has already. */
    private static final long SEARCHED_BYTES_MAX = 16 << 20;

    /** Any bytes are text in it: what a torn write left is a line that is no checkpoint. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private static final Object ONE_AT_A_TIME = new Object();

    private final Path path;

    CheckpointFile(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    @Override
    public String name() {
        return "the file " + path;
    }

    /** It is in the file itself, so that a copy, or the same file seen elsewhere, has it too. */
    @Override
    public Optional<String> id() {
        if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(path, BYTES)) {
            return lines.map(CheckpointJson::readFileId)
                    .flatMap(Optional::stream)
                    .findFirst()
                    .map(id -> kind() + id);
        } catch (IOException | UncheckedIOException e) {
            throw unavailable(e);
        }
    }

    @Override
    public String kind() {
        return "file ";
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
            String text = Files.readString(path, BYTES);
            text.lines().forEach(there::add);
            if (!text.endsWith("\n")) {
                lines.append('\n'); // after half a line of a process that died
            }
        }
        if (id().isEmpty()) {
            lines.append(CheckpointJson.writeFileId(UUID.randomUUID().toString())).append('\n');
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
        try (Stream<String> lines = Files.lines(path, BYTES)) {
            return lines.map(CheckpointJson::read).flatMap(Optional::stream).toList();
        } catch (IOException | UncheckedIOException e) {
            throw unavailable(e);
        }
    }

    private DestinationUnavailableException unavailable(Exception cause) {
        return new DestinationUnavailableException(
                "The checkpoints of the audit trail in " + path + " cannot be reached: " + cause,
                cause);
    }
}
