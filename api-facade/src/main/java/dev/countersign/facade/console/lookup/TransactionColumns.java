package dev.countersign.facade.console.lookup;

import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.transaction.Transaction;

/** The columns of a file of transactions. */
final class TransactionColumns {

    static final Columns<Transaction> ALL =
            Columns.<Transaction>of()
                    .text("id", Transaction::id)
                    .time("created_at", Transaction::createdAt)
                    .text("card_id", row -> row.owner().cardId())
                    .text("customer_id", row -> row.owner().customerId())
                    .text("type", row -> row.type().wire())
                    .text("status", row -> row.status().wire())
                    .amount(
                            "amount",
                            row -> row.amounts().displayAmount(),
                            row -> row.currency().getCurrencyCode())
                    .text("currency", row -> row.currency().getCurrencyCode())
                    .text(
                            "decline_reason",
                            row -> row.declineReason() == null ? null : row.declineReason().wire())
                    .text(
                            "decline_code",
                            row ->
                                    row.decision().declinedFor() == null
                                            ? null
                                            : row.decision().declinedFor().wire())
                    .text("merchant", row -> row.claim().merchant().name())
                    .text("mcc", row -> row.claim().merchant().mcc())
                    .text("country", row -> row.claim().merchant().country())
                    .text("channel", row -> row.claim().channel().wire())
                    .text("network_reference", row -> row.keys().networkTxnId())
                    .text("approval_code", row -> row.decision().approvalCode());

    private TransactionColumns() {}
}
