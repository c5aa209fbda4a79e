package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.EvidenceJson;
import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.dispute.DisputeCase;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.sql.BoundedSum;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A difference that nobody has decided about.
 *
 * @param answeredMinor what refunds of the same lifecycle gave back for other differences
 * @param arn under which the record was presented that the break is about
 * @param detail what the break shows of its match
 */
record DisputeCandidate(
        UUID id,
        BreakType type,
        long minor,
        LocalDate origin,
        UUID transaction,
        @Nullable Instant processedAt,
        long answeredMinor,
        boolean disputedBefore,
        boolean clearingReversed,
        boolean offline,
        @Nullable String arn,
        JsonNode detail) {

    private static final String UNDECIDED =
            ClasspathSqlLocator.create().locate(DisputeCandidate.class, "undecided");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * Reads the next ones by their transactions, of which none is torn apart.
     *
     * @param after the last transaction that was decided about
     * @param limit how many are read, but for the others of the last transaction
     */
    static List<DisputeCandidate> next(Handle handle, Night night, UUID after, int limit) {
        return handle.createQuery(UNDECIDED)
                .bindMethods(night)
                .bindArray(
                        "types",
                        String.class,
                        DisputePolicy.DISPUTABLE.stream().map(BreakType::name).toList())
                .bind("after", after)
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    /**
     * The same as the rules look at it.
     *
     * @param opened true when this night disputed the transaction for another difference
     */
    DisputeCase asCase(Transaction transaction, boolean opened) {
        JsonNode evidence = detail.get("evidence");
        return new DisputeCase(
                type,
                minor,
                origin,
                transaction,
                processedAt,
                evidence == null ? null : EvidenceJson.read(evidence),
                transaction.amounts().refunded() - answeredMinor,
                disputedBefore || opened,
                clearingReversed,
                offline);
    }

    private static DisputeCandidate read(ResultSet row) throws SQLException {
        OffsetDateTime processed = row.getObject("processed_at", OffsetDateTime.class);
        return new DisputeCandidate(
                row.getObject("id", UUID.class),
                BreakType.valueOf(row.getString("type")),
                row.getLong("amount_minor"),
                row.getObject("origin_date", LocalDate.class),
                row.getObject("transaction_id", UUID.class),
                processed == null ? null : processed.toInstant(),
                BoundedSum.read(row, "answered_minor"),
                row.getBoolean("disputed"),
                row.getBoolean("reversed"),
                row.getBoolean("offline"),
                row.getString("arn"),
                JSON.readTree(row.getString("detail")));
    }
}
