package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Issues every report of a business date, one per database transaction. */
public final class Reports implements Chunk {

    /** The bank statement of the settlement account, which is XML and no table. */
    static final String STATEMENT = "camt053";

    /** That of disputes which are not decided; whoever moves one leaves nothing of how it stood. */
    public static final String EXPOSURE = "dispute-exposure";

    private static final String FILES = "clearing-files";
    private static final String BREAKS = "breaks";
    private static final String BREAK_AGEING = "break-ageing";

    /** Those that tell of breaks which wait for somebody, and what follows from an answer. */
    public static final Set<String> OF_BREAKS = Set.of(BREAKS, BREAK_AGEING, FILES, EXPOSURE);

    /** Those of what is open now: for an older date they tell what was known then. */
    public static final Set<String> OF_NOW =
            Set.of(FILES, "bank", BREAKS, BREAK_AGEING, "open-holds", "hold-releases", EXPOSURE);

    /** All reports, by the names that the command line knows. */
    public static final List<String> NAMES =
            List.of(
                    "settlement-detail",
                    "settlement-summary",
                    "settlement-proof",
                    FILES,
                    BREAKS,
                    BREAK_AGEING,
                    "open-holds",
                    "hold-releases",
                    "suspense",
                    "bank",
                    "trial-balance",
                    EXPOSURE,
                    "activity",
                    "monthly-pack",
                    STATEMENT);

    private final Publisher publisher;

    public Reports(Path folder) {
        this.publisher = new Publisher(folder);
    }

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        int index = after == null ? 0 : Integer.parseInt(after);
        Publisher.Issued issued = publisher.publish(handle, night, NAMES.get(index));
        String next = index + 1 < NAMES.size() ? String.valueOf(index + 1) : null;
        return new Done(next, issued.rows(), issued.isNew() ? 1 : 0, issued.isNew() ? 0 : 1);
    }
}
