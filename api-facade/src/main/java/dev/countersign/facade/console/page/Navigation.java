package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.account.Mode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the navigation.
 *
 * @param section by which a page says that it belongs to it
 * @param waiting how much waits there, in words; null where nothing is counted
 * @param meaning what it is that waits
 */
public record Navigation(
        String section, String label, String href, @Nullable String waiting, String meaning) {

    /** Of pages that show the same in all books. */
    public static final String ADMINISTRATION = "administration";

    private static final Map<String, String> MEANINGS =
            Map.of("nights", "overdue", "breaks", "await approval", "quarantine", "wait");

    static List<Navigation> of(Mode mode, boolean administrator, Map<String, String> waiting) {
        String books = "/console/" + mode.wire();
        String administration = books + (administrator ? "/operators" : "/audit");
        return List.of(
                entry("now", "Now", books + "/now", waiting),
                entry("search", "Search", books + "/search", waiting),
                entry("nights", "Nights", books + "/nights", waiting),
                entry("proof", "Proof", books + "/proof", waiting),
                entry("breaks", "Breaks", books + "/breaks", waiting),
                entry("disputes", "Disputes", books + "/disputes", waiting),
                entry("quarantine", "Quarantine", books + "/quarantine", waiting),
                entry(ADMINISTRATION, "Administration", administration, waiting));
    }

    private static Navigation entry(
            String section, String label, String href, Map<String, String> waiting) {
        return new Navigation(
                section, label, href, waiting.get(section), MEANINGS.getOrDefault(section, ""));
    }
}
