package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.CutPredicate;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.jobs.totals.DateSum;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/**
 * The proofs of the book before its date is closed, each a query for what contradicts it. The first
 * contradiction fails the night, which says which proof broke. All that is booked on the date is
 * booked by now: one share of the step sums the date and proves its sums, the other proves the rest
 * meanwhile.
 */
public final class Prove implements Chunk {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /**
     * Those that need no sums of the date, in the order in which a broken one explains the next.
     */
    private static final List<String> OF_ROWS =
            List.of(
                    "every_record_is_settled_once",
                    "lines_equal_records",
                    "ledger_equals_lines",
                    "exchange_equals_lines",
                    "open_holds_are_held",
                    "held_is_in_the_memo",
                    "funds_hold_what_is_held");

    /** Those of sums, which are broken where rows are. */
    private static final List<String> OF_SUMS =
            List.of(
                    "debits_equal_credits",
                    "memo_equals_open_holds",
                    "credited_disputes_are_receivable",
                    "network_is_owed_what_is_unpaid",
                    "funds_are_what_was_posted");

    public static final List<List<String>> SHARES = List.of(OF_ROWS, OF_SUMS);

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        List<String> proofs = range.names(SHARES);
        return prove(handle, night, proofs, proofs.equals(OF_SUMS) ? sum(handle, night) : 0);
    }

    private static long sum(Handle handle, Night night) {
        return DateSum.POSTINGS.sum(handle, night)
                + DateSum.LEDGER.sum(handle, night)
                + DateSum.FUNDS.sum(handle, night);
    }

    private static ChunkResult prove(Handle handle, Night night, List<String> proofs, long summed) {
        for (String proof : proofs) {
            List<String> contradictions = contradictions(handle, night, proof);
            if (!contradictions.isEmpty()) {
                throw new ProofFailedException(proof, place(proof), contradictions);
            }
        }
        return ChunkResult.finished(proofs.size(), summed);
    }

    private static int place(String proof) {
        return proofs().toList().indexOf(proof);
    }

    private static Stream<String> proofs() {
        return SHARES.stream().flatMap(List::stream);
    }

    /** Returns what contradicts the book of a date that is complete; nothing is written. */
    public static List<String> contradictions(Handle handle, Night night) {
        return proofs().flatMap(proof -> contradictions(handle, night, proof).stream()).toList();
    }

    private static List<String> contradictions(Handle handle, Night night, String proof) {
        Query query =
                handle.createQuery(
                        CutPredicate.of(handle, night).in(SQL.locate(Prove.class, proof)));
        query.getConfig(SqlStatements.class).setUnusedBindingAllowed(true);
        return query.bind("night", night.id()).bindMethods(night).mapTo(String.class).list();
    }
}
