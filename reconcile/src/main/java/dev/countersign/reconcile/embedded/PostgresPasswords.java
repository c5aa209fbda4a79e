package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The generated passwords of an embedded server's roles, in a file of its directory that its owner
 * alone can read. Where the file is lost, a start makes new ones.
 */
final class PostgresPasswords {

    private static final int BYTES = 24;

    private final Map<DatabaseRole, String> byRole;

    private PostgresPasswords(Map<DatabaseRole, String> byRole) {
        this.byRole = byRole;
    }

    /** Those of a file; incomplete where there is none, or not all of them. */
    static PostgresPasswords read(Path file) throws IOException {
        Map<DatabaseRole, String> byRole = new EnumMap<>(DatabaseRole.class);
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                for (DatabaseRole role : DatabaseRole.values()) {
                    if (line.startsWith(role.roleName() + "=")) {
                        byRole.put(role, line.substring(role.roleName().length() + 1));
                    }
                }
            }
        }
        return new PostgresPasswords(byRole);
    }

    /** New ones, which no server has yet. */
    static PostgresPasswords generate() {
        SecureRandom random = new SecureRandom();
        Map<DatabaseRole, String> byRole = new EnumMap<>(DatabaseRole.class);
        for (DatabaseRole role : DatabaseRole.values()) {
            byte[] password = new byte[BYTES];
            random.nextBytes(password);
            byRole.put(role, HexFormat.of().formatHex(password));
        }
        return new PostgresPasswords(byRole);
    }

    boolean isComplete() {
        return byRole.size() == DatabaseRole.values().length;
    }

    String of(DatabaseRole role) {
        String password = byRole.get(role);
        if (password == null) {
            throw new IllegalStateException("no password of " + role.roleName());
        }
        return password;
    }

    void write(Path file) throws IOException {
        PrivateFiles.write(
                file,
                byRole.entrySet().stream()
                        .map(each -> each.getKey().roleName() + "=" + each.getValue() + "\n")
                        .collect(Collectors.joining()));
    }
}
