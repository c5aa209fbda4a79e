package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.ChunkPermit;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.jobs.report.store.ReportStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Issues every report of a business date, one per database transaction, the longest beside the
 * others.
 *
 * @param permit what puts a file in its place asks for first
 */
public record Reports(ReportStore store, ChunkPermit permit) implements Chunk {

    /** The statement of account 2010 towards the networks, which is XML and no table. */
    static final String STATEMENT = "camt053";

    /** That of disputes which are not decided; a move of one leaves nothing of how it stood. */
    public static final String EXPOSURE = "dispute-exposure";

    private static final String DETAIL = "settlement-detail";
    private static final String FILES = "clearing-files";
    private static final String BREAKS = "breaks";
    private static final String BREAK_AGEING = "break-ageing";

    /** Those of breaks that wait for an operator, and of what follows from an answer. */
    public static final Set<String> OF_BREAKS = Set.of(BREAKS, BREAK_AGEING, FILES, EXPOSURE);

    /** Those of what is open now: for an older date they tell what was known then. */
    public static final Set<String> OF_NOW =
            Set.of(FILES, "bank", BREAKS, BREAK_AGEING, "open-holds", "hold-releases", EXPOSURE);

    /** All reports, by the names that the command line knows. */
    public static final List<String> NAMES =
            List.of(
                    DETAIL,
                    "settlement-summary",
                    "settlement-proof",
                    "interchange-variance",
                    FILES,
                    BREAKS,
                    BREAK_AGEING,
                    "open-holds",
                    "hold-releases",
                    "suspense",
                    "bank",
                    "trial-balance",
                    "funds",
                    EXPOSURE,
                    "activity",
                    "monthly-pack",
                    "carry-forward",
                    STATEMENT);

    /** The longest report takes as long as all others together. */
    private static final List<List<String>> SHARES =
            List.of(List.of(DETAIL), NAMES.stream().filter(name -> !name.equals(DETAIL)).toList());

    /** Returns the reports in shares, each of which a worker issues. */
    public static List<Range> ranges(Handle handle, Night night) {
        return SHARES.stream().map(Range::of).toList();
    }

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        // Files are written, compared and sent elsewhere meanwhile, and no row is locked that
        // others need.
        handle.execute("set local idle_in_transaction_session_timeout = 0");
        int index = after == null ? 0 : Integer.parseInt(after);
        List<String> names = range.names(SHARES);
        String name = names.get(index);
        String next = index + 1 < names.size() ? String.valueOf(index + 1) : null;
        try {
            return issue(handle, night, name, next);
        } catch (IOException e) {
            throw new UncheckedIOException("report " + name, e);
        }
    }

    /**
     * Issues a report in its first version, the same again when nothing changed, or the next with
     * what changed. Files of earlier versions stay where they are. A night that is killed between
     * its files and its database transaction writes the same files again. One that stood still and
     * lost its lease, or this share of the step, puts none in place: it asks in the transaction
     * that holds it.
     */
    private ChunkResult issue(Handle handle, Night night, String name, @Nullable String next)
            throws IOException {
        IssuedFiles files =
                new IssuedFiles(
                        store,
                        night,
                        transactionNumber(handle),
                        () -> permit.requireStill(handle, night.mode()));
        try {
            return issue(handle, night, name, next, files);
        } finally {
            files.deleteUnfinished();
        }
    }

    private static ChunkResult issue(
            Handle handle, Night night, String name, @Nullable String next, IssuedFiles files)
            throws IOException {
        Draft draft = Draft.write(handle, night, name, format -> files.begin(name, format));
        Optional<IssuedVersion> newest = IssuedVersion.newest(handle, night, name);
        IssuedVersion same = newest.filter(issue -> issue.isSameAs(draft)).orElse(null);
        int before = newest.map(IssuedVersion::version).orElse(0);
        IssuedVersion issue =
                same == null
                        ? IssuedVersion.register(handle, night, name, before + 1, draft)
                        : same;
        for (Draft.File file : draft.files()) {
            files.finish(name, issue.version(), file.format());
        }
        int older = issue.version() - 1;
        if (same == null && files.holds(name, older, "csv")) {
            files.write(
                    name,
                    issue.version(),
                    "diff",
                    out ->
                            LineComparison.difference(
                                    () -> files.open(name, older, "csv"),
                                    () -> files.open(name, issue.version(), "csv"),
                                    out));
        }
        files.write(
                name, issue.version(), Manifest.FORMAT, out -> out.write(issue.manifest().bytes()));
        return new ChunkResult(next, draft.rows(), same == null ? 1 : 0, same == null ? 0 : 1);
    }

    /** A number that is higher in each later transaction of the database. */
    private static long transactionNumber(Handle handle) {
        return handle.select("select pg_current_xact_id()::text::bigint").mapTo(Long.class).one();
    }
}
