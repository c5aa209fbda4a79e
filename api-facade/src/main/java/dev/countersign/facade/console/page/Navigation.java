package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.account.Mode;
import java.util.List;

/**
 * An entry of the navigation.
 *
 * @param section by which a page says that it belongs to it
 */
public record Navigation(String section, String label, String href) {

    /** Of pages that belong to no book. */
    public static final String ADMINISTRATION = "administration";

    static List<Navigation> of(Mode mode, boolean administrator) {
        String books = "/console/" + mode.wire();
        return List.of(
                new Navigation("now", "Now", books + "/now"),
                new Navigation("search", "Search", books + "/search"),
                new Navigation("nights", "Nights", books + "/nights"),
                new Navigation("proof", "Proof", books + "/proof"),
                new Navigation("breaks", "Breaks", books + "/breaks"),
                new Navigation("disputes", "Disputes", books + "/disputes"),
                new Navigation("quarantine", "Quarantine", books + "/quarantine"),
                new Navigation(
                        ADMINISTRATION,
                        "Administration",
                        administrator ? "/console/operators" : "/console/audit"));
    }
}
