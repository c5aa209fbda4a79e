package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.breaks.queue.BreakFacts;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.store.sql.Rows;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** BreakFacts that a break is about, beside those that were written down when it was found. */
public final class BreakFactsStore {

    /** The record and the transaction of a difference. */
    public Optional<BreakFacts> facts(Handle handle, BreakId id) {
        return handle.createQuery(
                        """
                        select clearing.amount_minor as record_minor,
                               coalesce(clearing.currency, transaction.currency) as currency,
                               coalesce(clearing.merchant_id, transaction.merchant_id) as merchant_id,
                               coalesce(clearing.merchant_name, transaction.merchant_name)
                                   as merchant_name,
                               clearing.network_txn_id, clearing.approval_code, clearing.arn,
                               transaction.requested_minor, transaction.cleared_minor,
                               transaction.origin, transaction.response_code,
                               transaction.decline_code
                          from break
                          left join clearing on clearing.id = break.clearing_id
                          left join transaction on transaction.id = break.transaction_id
                         where break.id = :id
                        """)
                .bind("id", id.value())
                .map(
                        (row, context) ->
                                new BreakFacts(
                                        Rows.longOrNull(row, "record_minor"),
                                        row.getString("currency"),
                                        row.getString("merchant_id"),
                                        row.getString("merchant_name"),
                                        row.getString("network_txn_id"),
                                        row.getString("approval_code"),
                                        row.getString("arn"),
                                        Rows.longOrNull(row, "requested_minor"),
                                        Rows.longOrNull(row, "cleared_minor"),
                                        row.getString("origin"),
                                        row.getString("response_code"),
                                        row.getString("decline_code")))
                .findOne();
    }
}
