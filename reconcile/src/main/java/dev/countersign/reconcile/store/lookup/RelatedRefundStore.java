package dev.countersign.reconcile.store.lookup;

import dev.countersign.reconcile.domain.lookup.RelatedRefund;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Refunds that name a purchase, and purchases that a refund names. */
public final class RelatedRefundStore {

    private static final int ROWS_MAX = 200;

    /** A record that gives money back by itself; what takes a record back is no refund. */
    private static final String A_REFUND =
            """
               and clearing.kind <> 'clearing_reversal'
               and (clearing.direction = 'credit' or clearing.type = 'refund')
            """;

    private static final String REFUNDS =
            """
            select coalesce(settled.identified_transaction_id, settled.transaction_id,
                            clearing.transaction_id) as transaction,
                   clearing.amount_minor as minor, clearing.currency,
                   clearing.merchant_name as merchant, clearing.created_at as at,
                   coalesce(settled.identified_on, settled.business_date) as settled_on
              from card own
              join card on card.lineage_id = own.lineage_id
              join clearing on clearing.card_id = card.id and clearing.id >= :floor
              left join settlement_line settled on settled.id = clearing.id
             where own.id = :card
               and clearing.original_network_txn_id = :reference
            """
                    + A_REFUND
                    + """
                       order by clearing.id
                       limit :limit
                      """;

    public List<RelatedRefund> naming(Handle handle, Transaction purchase) {
        return purchase.keys().networkTxnId() == null
                ? List.of()
                : handle.createQuery(REFUNDS)
                        .bind("card", purchase.owner().cardId().value())
                        .bind("reference", purchase.keys().networkTxnId())
                        .bind("floor", TransactionHistoryStore.floor(purchase))
                        .bind("limit", ROWS_MAX)
                        .mapTo(RelatedRefund.class)
                        .list();
    }

    private static final String REFUNDED =
            """
            select purchase.id as transaction, purchase.cleared_minor as minor, purchase.currency,
                   purchase.merchant_name as merchant, purchase.created_at as at,
                   null::date as settled_on
              from clearing
              left join settlement_line settled on settled.id = clearing.id
              join card own on own.id = clearing.card_id
              join card on card.lineage_id = own.lineage_id
              join transaction purchase
                on purchase.card_id = card.id
               and purchase.network_txn_id = clearing.original_network_txn_id
               and purchase.type <> 'refund'
             where clearing.card_id = :card
               and clearing.id >= :floor
               and coalesce(settled.identified_transaction_id, settled.transaction_id,
                            clearing.transaction_id) = :id
            """
                    + A_REFUND
                    + """
                       order by purchase.id
                       limit :limit
                      """;

    public List<RelatedRefund> namedBy(Handle handle, Transaction refund) {
        return refund.type() == TransactionType.REFUND
                ? handle.createQuery(REFUNDED)
                        .bind("card", refund.owner().cardId().value())
                        .bind("id", refund.id().value())
                        .bind("floor", TransactionHistoryStore.floor(refund))
                        .bind("limit", ROWS_MAX)
                        .mapTo(RelatedRefund.class)
                        .list()
                : List.of();
    }
}
