package dev.countersign.facade.launch.start;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * The lines of a start about the first keys and the first login. A log is kept and read by others,
 * so only the whole product, as a person starts it to try it, shows them.
 *
 * @param text several lines, ready to print; empty where there is nothing to say
 */
record FirstKeysNotice(String text) {

    private static final String NO_ACCOUNT =
            """

            There is no account yet. A process with the role api opens the first one, with its keys and
            a login; 'accounts create' and 'keys create' do without it.""";

    /**
     * The lines that a start prints.
     *
     * @param issued what it made just now, by the names that it has in the file
     * @param roles of the process
     * @param open true when there is an account
     * @param file of keys
     */
    static FirstKeysNotice of(
            Map<String, String> issued, Set<Role> roles, boolean open, Path file) {
        if (issued.isEmpty()) {
            return new FirstKeysNotice(open ? "" : NO_ACCOUNT);
        }
        if (roles.size() < Role.values().length) {
            return new FirstKeysNotice(
                    "\nFirst start: the first keys and the first login are in "
                            + file
                            + ",\nfor its owner alone, and shown in no log. 'keys create' and"
                            + " 'operators reset-password admin' make others.");
        }
        StringBuilder text =
                new StringBuilder(
                        "\nFirst start: these are shown only once, and kept in the file of keys:");
        issued.forEach((name, value) -> text.append("\n  ").append(name).append('=').append(value));
        return new FirstKeysNotice(text.toString());
    }
}
