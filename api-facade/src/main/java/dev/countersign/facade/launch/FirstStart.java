package dev.countersign.facade.launch;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.reconcile.service.Accounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.core.env.Environment;

/**
 * What happens once in the life of a data directory: the first account gets its keys, and they are
 * written down for their owner alone, since only their hashes are stored.
 */
final class FirstStart {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path keysFile;

    FirstStart(DataDirectory directory) {
        this.keysFile = directory.keysFile();
    }

    /** What the file says: the keys, and where the servers are. */
    static Map<String, String> assignments(Accounts.FirstKeys keys, Environment settings) {
        Map<String, String> assignments = new LinkedHashMap<>();
        assignments.put("SANDBOX_KEY", keys.sandbox());
        assignments.put("LIVE_KEY", keys.live());
        assignments.put("DATABASE_URL", settings.getRequiredProperty("spring.datasource.url"));
        assignments.put(
                "KAFKA_BOOTSTRAP", settings.getRequiredProperty("spring.kafka.bootstrap-servers"));
        return assignments;
    }

    /**
     * Issues the first keys and writes them as shell assignments, unless that was done before.
     *
     * @param issue makes the keys: names and values, in the order of the file
     * @return true if this was the first start
     */
    boolean issueKeysOnce(Supplier<Map<String, String>> issue) {
        if (Files.exists(keysFile)) {
            return false;
        }
        try {
            write(issue.get());
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file appears complete or not at all, and is never readable by others. */
    private void write(Map<String, String> assignments) throws IOException {
        String text =
                assignments.entrySet().stream()
                        .map(each -> each.getKey() + "=" + quoted(each.getValue()) + "\n")
                        .collect(Collectors.joining());
        Path draft = keysFile.resolveSibling(keysFile.getFileName() + ".draft");
        Files.createDirectories(keysFile.toAbsolutePath().getParent());
        Files.deleteIfExists(draft);
        Files.createFile(draft, OWNER_ONLY);
        Files.write(
                draft, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.TRUNCATE_EXISTING);
        Files.move(draft, keysFile, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Quoted for a POSIX shell where the value holds anything a shell would read. */
    private static String quoted(String value) {
        return value.matches("[A-Za-z0-9_./:,@%+-]+")
                ? value
                : "'" + value.replace("'", "'\\''") + "'";
    }
}
