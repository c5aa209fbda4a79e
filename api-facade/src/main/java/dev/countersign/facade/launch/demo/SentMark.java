package dev.countersign.facade.launch.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mark up to which a demo has sent its messages, a file of the data directory. It saves sending
 * them again after a restart; when it is lost they are sent again, which changes nothing.
 */
final class SentMark {

    private static final Logger log = LoggerFactory.getLogger(SentMark.class);

    private final Path file;
    private final Instant since;
    private boolean failed;

    /**
     * Keeps the mark in a file.
     *
     * @param since which demo it is of
     */
    SentMark(Path file, Instant since) {
        this.file = file;
        this.since = since;
    }

    /** Up to when all messages are with the broker; empty when that is not known. */
    Optional<Instant> read() {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.size() == 2 && lines.getFirst().equals(since.toString())
                    ? Optional.of(Instant.parse(lines.getLast()))
                    : Optional.empty();
        } catch (IOException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Says that all messages up to a moment are with the broker. Trouble with it is said once. */
    void write(Instant upTo) {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try {
            Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
            Files.writeString(draft, since + "\n" + upTo + "\n");
            Files.move(
                    draft,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                log.warn("the demo cannot write down how far it is: {}", e.toString());
            }
            failed = true;
        }
    }
}
