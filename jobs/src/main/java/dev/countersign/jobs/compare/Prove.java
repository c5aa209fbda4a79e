package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.CutPredicate;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.jobs.totals.DateSum;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/**
 * Proves the book before the date is closed. All that is booked on the date is booked by now, so
 * that it is summed first. Each proof is a query for what contradicts it; the first contradiction
 * fails the night and says which proof broke.
 */
public final class Prove implements Chunk {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /** In the order in which a broken one explains the next. */
    private static final List<String> PROOFS =
            List.of(
                    "every_record_is_settled_once",
                    "lines_equal_records",
                    "ledger_equals_lines",
                    "exchange_equals_lines",
                    "debits_equal_credits",
                    "memo_equals_open_holds",
                    "open_holds_are_held",
                    "held_is_in_the_memo",
                    "credited_disputes_are_receivable",
                    "network_is_owed_what_is_unpaid",
                    "funds_are_what_was_posted",
                    "funds_hold_what_is_held");

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        long summed =
                DateSum.POSTINGS.sum(handle, night)
                        + DateSum.LEDGER.sum(handle, night)
                        + DateSum.FUNDS.sum(handle, night);
        for (String proof : PROOFS) {
            List<String> contradictions = contradictions(handle, night, proof);
            if (!contradictions.isEmpty()) {
                throw new ProofFailedException(proof, contradictions);
            }
        }
        return ChunkResult.finished(PROOFS.size(), summed);
    }

    /** Returns what contradicts the book of a date that is complete; nothing is written. */
    public static List<String> contradictions(Handle handle, Night night) {
        return PROOFS.stream()
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
