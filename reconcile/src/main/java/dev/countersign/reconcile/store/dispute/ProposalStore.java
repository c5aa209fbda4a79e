package dev.countersign.reconcile.store.dispute;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.dispute.DisputeProposal;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Disputes that nights proposed, and what people answered.
 *
 * @param filing how long networks take disputes
 */
public record ProposalStore(FilingWindows filing) {

    private static final String SELECT =
            """
            select assessment.break_id, break.type, break.account_id, assessment.mode,
                   assessment.transaction_id, assessment.reason, assessment.code,
                   least(assessment.amount_minor, transaction.cleared_minor) as claim_minor,
                   assessment.currency, assessment.business_date, assessment.deadline,
                   transaction.network,
                   coalesce(clearing.created_at, transaction.settled_at) as counted_from,
                   clearing.created_at as processed_at, assessment.evidence::text as evidence
              from dispute_assessment assessment
              join break on break.id = assessment.break_id
              join transaction on transaction.id = assessment.transaction_id
              left join clearing on clearing.id = break.clearing_id
            """;

    private static final String WAITING =
            """
             where assessment.outcome = 'proposed'
               and break.state in ('open', 'investigating')
               and break.account_id is not null
               and not exists (select
                                 from proposal_answer
                                where proposal_answer.break_id = assessment.break_id)
            """;

    /** Counts the days again, as {@link #deadline} does: the setting may have changed since. */
    private static final String DUE =
            FilingDays.joinOn("assessment.reason")
                    + """
                      cross join lateral (
                               select coalesce((coalesce(clearing.created_at, transaction.settled_at)
                                                    at time zone 'UTC')::date + filing.days,
                                               assessment.deadline,
                                               date 'infinity') as day) due
                    """;

    private static final KeyOrder BY_DEADLINE =
            KeyOrder.ascending("due.day", "assessment.break_id");

    /** Those that wait for an answer, the nearest deadline first; from a position on. */
    public List<DisputeProposal> waiting(
            Handle handle,
            Mode mode,
            ListPosition<DisputeProposal.ProposalPosition> at,
            int limit) {
        Query query =
                FilingDays.bind(
                                handle.createQuery(
                                        SELECT
                                                + DUE
                                                + WAITING
                                                + " and assessment.mode = :mode "
                                                + BY_DEADLINE.page(
                                                        at,
                                                        "coalesce(cast(:deadline as date), date 'infinity')",
                                                        ":row")),
                                filing)
                        .bind("mode", mode.wire())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("deadline", at.row().deadline()).bind("row", at.row().id().value());
        }
        return at.inOrder(query.map((row, context) -> read(row)).list());
    }

    /** Counts the proposals that wait for an answer. */
    public long countWaiting(Handle handle, Mode mode) {
        return handle.select(
                        "select count(*) from ("
                                + SELECT
                                + WAITING
                                + " and assessment.mode = ?) waiting",
                        mode.wire())
                .mapTo(Long.class)
                .one();
    }

    /** One that waits for an answer. */
    public Optional<DisputeProposal> find(Handle handle, BreakId id) {
        return handle.select(SELECT + WAITING + " and assessment.break_id = ?", id.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    /** The same; nobody else answers it, or closes its break, until the transaction ends. */
    public Optional<DisputeProposal> lock(Handle handle, BreakId id) {
        return handle.select(
                        SELECT
                                + WAITING
                                + " and assessment.break_id = ? for update of assessment, break",
                        id.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    /**
     * Keeps the answer of an operator.
     *
     * @param dispute the dispute that was opened; null when it was not accepted
     */
    public void answer(
            Handle handle,
            BreakId id,
            @Nullable DisputeId dispute,
            String reason,
            String by,
            Instant at) {
        handle.createUpdate(
                        """
                        insert into proposal_answer (break_id, accepted, reason, answered_by,
                                                     answered_at, dispute_id)
                        values (:id, :accepted, :reason, :by, :at, cast(:dispute as uuid))
                        """)
                .bind("id", id.value())
                .bind("accepted", dispute != null)
                .bind("reason", reason)
                .bind("by", by)
                .bind("at", at)
                .bind("dispute", dispute)
                .execute();
    }

    private @Nullable LocalDate deadline(ResultSet row) throws SQLException {
        Instant from = Rows.instantOrNull(row, "counted_from");
        return from == null
                ? row.getObject("deadline", LocalDate.class)
                : filing.fileBy(
                        Rows.wire(row, "network", Network.class),
                        Rows.wire(row, "reason", DisputeReason.class),
                        from);
    }

    private DisputeProposal read(ResultSet row) throws SQLException {
        return new DisputeProposal(
                new BreakId(Rows.uuid(row, "break_id")),
                BreakType.valueOf(row.getString("type")),
                Rows.book(row),
                new TransactionId(Rows.uuid(row, "transaction_id")),
                Rows.wire(row, "reason", DisputeReason.class),
                row.getString("code"),
                row.getLong("claim_minor"),
                row.getString("currency"),
                row.getObject("business_date", LocalDate.class),
                deadline(row),
                Rows.instantOrNull(row, "processed_at"),
                row.getString("evidence"));
    }
}
