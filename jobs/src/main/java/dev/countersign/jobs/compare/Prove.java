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
 * Proof of the book before the date is closed. Each is a query for what contradicts it; the first
 * contradiction fails the night and says which proof broke. All that is booked on the date is
 * booked by now: what reads its sums sums it first, while the others read its rows.
 */
public final class Prove implements Chunk {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /** Those of sums, in the order in which a broken one explains the next. */
    private static final List<String> OF_SUMS =
            List.of(
                    "debits_equal_credits",
                    "memo_equals_open_holds",
                    "credited_disputes_are_receivable",
                    "network_is_owed_what_is_unpaid",
                    "funds_are_what_was_posted");

    /** Those of single rows, in such an order. */
    private static final List<String> OF_ROWS =
            List.of(
                    "every_record_is_settled_once",
                    "lines_equal_records",
                    "ledger_equals_lines",
                    "exchange_equals_lines",
                    "open_holds_are_held",
                    "held_is_in_the_memo",
                    "funds_hold_what_is_held");

    private static final Range SUMS = Range.ofPlace(0);
    private static final Range ROWS = Range.ofPlace(1);

    /** The shares of the step: what reads sums, and what reads rows. */
    public static List<Range> shares() {
        return List.of(SUMS, ROWS);
    }

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        return range.equals(SUMS)
                ? prove(handle, night, OF_SUMS, sum(handle, night))
                : prove(handle, night, OF_ROWS, 0);
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
                throw new ProofFailedException(proof, contradictions);
            }
        }
        return ChunkResult.finished(proofs.size(), summed);
    }

    /** Returns what contradicts the book of a date that is complete; nothing is written. */
    public static List<String> contradictions(Handle handle, Night night) {
        return Stream.of(OF_ROWS, OF_SUMS)
                .flatMap(List::stream)
                .flatMap(proof -> contradictions(handle, night, proof).stream())
                .toList();
    }

    private static List<String> contradictions(Handle handle, Night night, String proof) {
        Query query =
                handle.createQuery(
                        CutPredicate.of(handle, night).in(SQL.locate(Prove.class, proof)));
        query.getConfig(SqlStatements.class).setUnusedBindingAllowed(true);
        return query.bind("night", night.id()).bindMethods(night).mapTo(String.class).list();
    }
}
