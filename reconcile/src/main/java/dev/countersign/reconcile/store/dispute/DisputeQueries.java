package dev.countersign.reconcile.store.dispute;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.dispute.QueuedDispute;
import dev.countersign.reconcile.domain.dispute.SettledCase;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.sql.KeyOrder;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Disputes with what those who work on them look at. */
public final class DisputeQueries {

    private final FilingWindows filing;

    /**
     * @param filing how long networks take disputes
     */
    public DisputeQueries(FilingWindows filing) {
        this.filing = filing;
    }

    /** The rule of {@link Transaction#processedAt}, for a queue that the database puts in order. */
    private static final String PROCESSED_AT =
            """
            case when transaction.settled_at is not null
                 then coalesce(clearing.created_at, transaction.settled_at)
            end
            """;

    private static final String SELECT =
            "select "
                    + DisputeStore.COLUMNS
                    + """
                    , dispute.amount_minor + dispute.reduced_minor as claimed_minor,
                           dispute.account_id, dispute.mode, transaction.card_id, transaction.network,
                           transaction.merchant_name,
                           coalesce(dispute.break_id, proposal_answer.break_id) as led_from,
                    """
                    + PROCESSED_AT
                    + """
                           as processed_at
                      from dispute
                      join transaction on transaction.id = dispute.transaction_id
                      left join proposal_answer on proposal_answer.dispute_id = dispute.id
                      left join break
                        on break.id = coalesce(dispute.break_id, proposal_answer.break_id)
                      left join clearing on clearing.id = break.clearing_id
                    """;

    private static final String UNRESOLVED =
            SELECT
                    + FilingDays.joinOn("dispute.reason")
                    + """
                      cross join lateral (
                               select coalesce(case when dispute.status = 'open'
                                                    then (
                    """
                    + PROCESSED_AT
                    + """
                                                          at time zone 'UTC')::date
                                                           + filing.days end,
                                               date 'infinity') as day) due
                     where dispute.mode = :mode
                       and dispute.status in ('open', 'under_review')
                    """;

    private static final KeyOrder BY_DEADLINE = KeyOrder.ascending("due.day", "dispute.id");

    /**
     * Those that are not decided: what has to be filed first, by its last day, then the rest; from
     * a position on.
     */
    public List<QueuedDispute> unresolved(
            Handle handle, Mode mode, ListPosition<QueuedDispute.DisputePosition> at, int limit) {
        Query query =
                FilingDays.bind(
                                handle.createQuery(
                                        UNRESOLVED
                                                + BY_DEADLINE.page(
                                                        at,
                                                        "coalesce(cast(:due as date), date 'infinity')",
                                                        ":row")),
                                filing)
                        .bind("mode", mode.wire())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("due", at.row().due()).bind("row", at.row().id().value());
        }
        return at.inOrder(query.map((row, context) -> read(row)).list());
    }

    /** Counts the disputes that are not decided. */
    public long unresolved(Handle handle, Mode mode) {
        return handle.createQuery(
                        """
                        select count(*)
                          from dispute
                         where mode = :mode
                           and status in ('open', 'under_review')
                        """)
                .bind("mode", mode.wire())
                .mapTo(Long.class)
                .one();
    }

    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("dispute.id");

    /** Those that are decided or given up, the newest first, from a position on. */
    public List<QueuedDispute> resolved(
            Handle handle, Mode mode, ListPosition<QueuedDispute.DisputePosition> at, int limit) {
        Query query =
                handle.createQuery(
                                SELECT
                                        + """
                                         where dispute.mode = :mode
                                           and dispute.status in ('won', 'lost', 'withdrawn')
                                        """
                                        + NEWEST_FIRST.page(at, ":row"))
                        .bind("mode", mode.wire())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row().id().value());
        }
        return at.inOrder(query.map((row, context) -> read(row)).list());
    }

    /** One dispute, whosever it is. */
    public Optional<QueuedDispute> find(Handle handle, DisputeId id) {
        return handle.select(SELECT + " where dispute.id = ?", id.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    /** One dispute; nobody else moves it until the transaction ends. */
    public Optional<QueuedDispute> lock(Handle handle, DisputeId id) {
        return handle.select(SELECT + " where dispute.id = ? for update of dispute", id.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    private static final String SETTLED =
            """
            select line.id as record, line.business_date, line.record_type, line.outcome,
                   line.match_detail ->> 'stage' as stage,
                   line.match_detail ->> 'reason_code' as reason_code,
                   case line.direction when 'credit' then -line.amount_minor
                                       else line.amount_minor end as minor,
                   line.currency, line.settlement_date, line.settlement_cycle as cycle
              from settlement_line line
             where line.record_type in ('chargeback', 'representment', 'arbitration')
               and line.id in (select id
                                 from settlement_line
                                where lineage_id = :id
                                union all
                               select clearing_id
                                 from break
                                where transaction_id = :transaction
                                  and detail ->> 'case_id' = :named)
             order by line.business_date, line.id
             limit :limit
            """;

    /**
     * The records of a dispute that cycles settled, the earliest first; with those that wait in
     * suspense because they are not what it comes to.
     */
    public List<SettledCase> settled(Handle handle, Dispute dispute, int limit) {
        return handle.createQuery(SETTLED)
                .bind("id", dispute.id().value())
                .bind("transaction", dispute.transactionId().value())
                .bind("named", dispute.id().toString())
                .bind("limit", limit)
                .mapTo(SettledCase.class)
                .list();
    }

    private QueuedDispute read(ResultSet row) throws SQLException {
        UUID led = Rows.uuidOrNull(row, "led_from");
        Dispute dispute = DisputeStore.read(row);
        Network network = Rows.wire(row, "network", Network.class);
        Instant processed = Rows.instantOrNull(row, "processed_at");
        return new QueuedDispute(
                dispute,
                row.getLong("claimed_minor"),
                Rows.book(row),
                new CardId(Rows.uuid(row, "card_id")),
                network,
                row.getString("merchant_name"),
                processed,
                processed == null ? null : filing.fileBy(network, dispute.reason(), processed),
                led == null ? null : new BreakId(led));
    }
}
