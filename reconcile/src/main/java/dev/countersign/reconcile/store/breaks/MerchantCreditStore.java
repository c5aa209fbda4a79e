package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.store.sql.BoundedSum;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Merchant credits for a break, to be shown. */
public final class MerchantCreditStore {

    private static final int ROWS_MAX = 20;

    /**
     * A record that gives back what a difference is about.
     *
     * @param reversal true for a reversal of what was posted, false for a refund
     * @param remainingMinor what the nights have not taken back of it
     * @param transaction the refund's own transaction, where it has one
     * @param settledOn the date whose night gave it back; null until then
     * @param suspended true while it is in suspense, and so gives nothing back
     * @param all true when it gives back everything that cleared, or is left of the record in
     *     question
     */
    public record MerchantCredit(
            UUID row,
            boolean reversal,
            long minor,
            long remainingMinor,
            String currency,
            Instant at,
            @Nullable TransactionId transaction,
            @Nullable LocalDate settledOn,
            boolean suspended,
            boolean sameMerchant,
            boolean all) {}

    private static final String GIVEN_BACK =
            """
            with came as (
                select clearing.id, break.id as break_id, chain.lineage_id, clearing.arn,
                       clearing.amount_minor,
                       coalesce(settled.record_type,
                                case when clearing.kind = 'clearing_reversal' then 'reversal'
                                     when clearing.direction = 'credit'
                                       or clearing.type = 'refund' then 'refund'
                                     else clearing.kind end) as record_type,
                       case when settled.id is not null
                            then coalesce(settled.identified_transaction_id, settled.transaction_id)
                            when clearing.kind = 'clearing_reversal'
                            then (select coalesce(posted.identified_transaction_id,
                                                  posted.transaction_id)
                                    from settlement_line posted
                                   where posted.lineage_id = chain.lineage_id
                                     and posted.arn = clearing.arn
                                     and posted.direction = 'debit'
                                   order by posted.id
                                   limit 1)
                            else clearing.transaction_id end as posted_to,
                       case when settled.id is not null
                            then coalesce(settled.identified_on, settled.business_date)
                       end as settled_on,
                       coalesce(settled.outcome = 'suspended'
                                and settled.identified_transaction_id is null, false) as suspended
                  from break
                  join transaction on transaction.id = break.transaction_id
                  join card chain on chain.id = break.card_id
                  join card on card.lineage_id = chain.lineage_id
                  join clearing
                    on clearing.card_id = card.id
                   and clearing.id >= id_floor(transaction.created_at - interval '2 days')
                  left join settlement_line settled on settled.id = clearing.id
                 where break.id = :id
            ), line as (
                select id, break_id, lineage_id, arn, amount_minor, record_type, posted_to,
                       settled_on, suspended
                  from came
                 where record_type <> 'reversal'
                    or suspended
                    or settled_on is null
                union all
                select came.id, break_id, came.lineage_id, came.arn, sum(share.minor),
                       came.record_type, share.transaction_id, max(share.on_date), false
                  from came
                  join posted_share share
                    on share.record_id = came.id
                   and share.record_type = 'reversal'
                 group by came.id, break_id, came.lineage_id, came.arn, came.record_type,
                          share.transaction_id
            )
            select line.id, line.record_type, line.amount_minor,
                   remaining.minor as remaining_minor, clearing.currency,
                   clearing.created_at as at, line.posted_to, line.settled_on, line.suspended,
            """
                    + MerchantCreditRule.MERCHANTS
                    + ", "
                    + MerchantCreditRule.ALL_BACK
                    + ", "
                    + MerchantCreditRule.RECORD_BACK
                    + """
                        from line
                        join clearing on clearing.id = line.id
                        join break on break.id = line.break_id
                        join transaction purchase on purchase.id = break.transaction_id
                        left join clearing disputed on disputed.id = break.clearing_id
                      """
                    + MerchantCreditRule.REMAINING
                    + """
                       where line.record_type in ('refund', 'reversal')
                         and
                      """
                    + MerchantCreditRule.GIVES_BACK
                    + """
                       order by line.id
                       limit :limit
                      """;

    /** Returns the merchant credits that have come since for a break, settled or not. */
    public List<MerchantCredit> list(Handle handle, BreakId id) {
        return handle.createQuery(GIVEN_BACK)
                .bind("id", id.value())
                .bind("limit", ROWS_MAX)
                .map((row, context) -> read(row))
                .list();
    }

    private static MerchantCredit read(ResultSet row) throws SQLException {
        boolean reversal = row.getString("record_type").equals("reversal");
        UUID posted = Rows.uuidOrNull(row, "posted_to");
        return new MerchantCredit(
                Rows.uuid(row, "id"),
                reversal,
                BoundedSum.read(row, "amount_minor"),
                BoundedSum.read(row, "remaining_minor"),
                row.getString("currency"),
                Rows.instant(row, "at"),
                reversal || posted == null ? null : new TransactionId(posted),
                row.getObject("settled_on", LocalDate.class),
                row.getBoolean("suspended"),
                MerchantCreditRule.sameMerchant(row),
                row.getBoolean("all_back") || row.getBoolean("record_back"));
    }
}
