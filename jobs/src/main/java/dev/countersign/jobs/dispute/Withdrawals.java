package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.store.DisputeStore;
import dev.countersign.reconcile.store.GivenBackStore;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Disputes that lost their point, because a refund or a clearing reversal gave the money back. */
final class Withdrawals {

    private Withdrawals() {}

    private record Covered(Dispute dispute, long givenBack) {}

    /**
     * What came back since a dispute was opened: refunds that name its purchase, less what the
     * merchant took back of them, and reversals of what was posted to it. What is in suspense came
     * back to nobody; it comes back on the date on which it is identified.
     */
    private static final String GIVEN_BACK =
            "select "
                    + DisputeStore.COLUMNS
                    + """
                   , sum(remaining.minor) as given_back
              from dispute
              join transaction on transaction.id = dispute.transaction_id
              join card on card.id = transaction.card_id
              join lateral (
                       select id, record_type, lineage_id, arn, amount_minor,
                              coalesce(identified_transaction_id, transaction_id) as posted_to,
                              coalesce(identified_on, business_date) as on_date
                         from settlement_line
                        where settlement_line.lineage_id = card.lineage_id
                          and settlement_line.mode = dispute.mode
                          and settlement_line.record_type in ('refund', 'reversal')
                          and settlement_line.currency = dispute.currency) line on true
              left join dispute_decision decision on decision.dispute_id = dispute.id
              join clearing on clearing.id = line.id
            """
                    + GivenBackStore.REMAINING_BY_THEN
                    + """
             where dispute.mode = :mode
               and dispute.status in ('open', 'under_review')
               and line.posted_to is not null
               and line.on_date <= :businessDate
               and line.on_date >
                   coalesce(decision.business_date,
                            (dispute.created_at at time zone 'UTC')::date - 1)
               and ((line.record_type = 'reversal' and line.posted_to = dispute.transaction_id)
                    or (line.record_type = 'refund'
                        and clearing.original_network_txn_id = transaction.network_txn_id))
             group by dispute.id
            """;

    static long withdraw(Handle handle, Night night) {
        List<UUID> covered =
                handle
                        .createQuery(GIVEN_BACK)
                        .bind("mode", night.mode().wire())
                        .bind("businessDate", night.businessDate())
                        .map(
                                (row, context) ->
                                        new Covered(
                                                DisputeStore.read(row), row.getLong("given_back")))
                        .list()
                        .stream()
                        .filter(row -> DisputePolicy.covered(row.dispute(), row.givenBack()))
                        .map(row -> row.dispute().id().value())
                        .toList();
        if (covered.isEmpty()) {
            return 0;
        }
        return handle.createUpdate(
                        """
                        update dispute
                           set status = 'withdrawn',
                               resolved_at = :now,
                               updated_at = :now
                         where id = any(:ids)
                           and status in ('open', 'under_review')
                        """)
                .bind("now", night.moment().atOffset(ZoneOffset.UTC))
                .bindArray("ids", UUID.class, covered)
                .execute();
    }
}
