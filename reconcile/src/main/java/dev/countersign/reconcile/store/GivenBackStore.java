package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What merchants give back of what a difference is about: one rule for who closes it and shows it.
 */
public final class GivenBackStore {

    /** Why the night closed a difference of which the money came back. */
    public static final String RESOLUTION = "given back";

    private static final int ROWS_MAX = 20;

    /**
     * Whether a refund names the purchase, in the words of a query that calls them {@code line}
     * with its {@code clearing}, and {@code purchase}: as its authorization or any record that
     * cleared of it is named.
     */
    public static final String NAMES_PURCHASE =
            """
            (clearing.original_network_txn_id is not null
               and (clearing.original_network_txn_id = purchase.network_txn_id
                    or exists (select 1
                                 from settlement_line part
                                 join clearing cleared on cleared.id = part.id
                                where part.lineage_id = line.lineage_id
                                  and coalesce(part.identified_transaction_id, part.transaction_id)
                                      = purchase.id
                                  and cleared.network_txn_id = clearing.original_network_txn_id)))
            """;

    /**
     * Whether a record gives back what a difference is about, in the words of a query that calls
     * them {@code line} with its {@code clearing} and what is {@code remaining} of it, and {@code
     * break} with its {@code purchase} and the record that is {@code disputed}: it is a refund that
     * names the purchase as its authorization or its clearing does, one of which as much is left,
     * or a reversal of what was posted to it. A reversal of a refund names the purchase too, and
     * takes back what was given. A record does not give back what it brought up itself, and what is
     * too much of a refund only a reversal of a refund gives back. A duplicate is given back by a
     * reversal of what it is one of, too: then it is the only one. A reversal that came before what
     * was presented anew gave back what had been presented before. The night closes differences by
     * this, and the console shows by this what came since.
     */
    public static final String GIVES_BACK =
            """
            (line.id is distinct from break.clearing_id
               and (break.type <> 'REFUND_EXCEEDS' or line.record_type = 'reversal')
               and (break.type <> 'CLEARED_AFTER_REVERSAL'
                    or line.record_type <> 'reversal'
                    or line.id > break.clearing_id
                    or line.arn = disputed.arn)
               and (line.posted_to = purchase.id
                    or ((line.record_type = 'refund' or break.type = 'REFUND_EXCEEDS')
                        and (clearing.original_network_txn_id = disputed.network_txn_id
                             or %s))
                    or (break.type = 'DUPLICATE_CLEARING'
                        and line.record_type = 'reversal'
                        and line.posted_to = (select linked_transaction_id
                                                from settlement_line duplicate
                                               where duplicate.id = break.clearing_id))
                    or (line.record_type = 'refund'
                        and clearing.original_network_txn_id is null
                        and remaining.minor = break.amount_minor
                        and clearing.merchant_id = purchase.merchant_id)))
            """
                    .formatted(NAMES_PURCHASE);

    /**
     * What is {@code remaining} of a record, in the words of a query that calls it {@code line},
     * with what it is {@code posted_to}: all of a reversal, and of a refund what the merchant did
     * not take back under its ARN. Of several refunds under one ARN the first are taken back first.
     */
    private static final String REMAINING = remaining("");

    /**
     * The same, as the night of {@code :businessDate} sees it: what somebody identifies while it
     * runs is of a later date, and counts from then on.
     */
    public static final String REMAINING_BY_THEN =
            remaining("and coalesce(other.identified_on, other.business_date) <= :businessDate");

    private static String remaining(String counted) {
        return """
             cross join lateral (
                      select case line.record_type
                             when 'refund'
                             then greatest(0, least(line.amount_minor,
                                                    line.amount_minor
                                                    + coalesce(sum(case other.record_type
                                                                   when 'refund'
                                                                   then other.amount_minor
                                                                   else -other.amount_minor
                                                                   end), 0)))
                             else line.amount_minor
                             end as minor
                        from settlement_line other
                       where line.record_type = 'refund'
                         and other.lineage_id = line.lineage_id
                         and other.arn = line.arn
                         and coalesce(other.identified_transaction_id, other.transaction_id)
                             = line.posted_to
                         and (other.record_type = 'reversal'
                              or (other.record_type = 'refund' and other.id < line.id))
                         %s) remaining
            """
                .formatted(counted);
    }

    /** Whether the same merchant gives it back, in the same words. */
    public static final String SAME_MERCHANT =
            """
            coalesce(clearing.merchant_id = purchase.merchant_id,
                     clearing.merchant_name = purchase.merchant_name, true) as same_merchant
            """;

    /**
     * Whether the merchant gives back just what it had asked for, in its own currency, in the same
     * words and with the record in question as {@code disputed}: what is billed for it may differ.
     */
    public static final String SAME_AMOUNT =
            """
            coalesce(clearing.merchant_amount_minor = disputed.merchant_amount_minor
                       and clearing.merchant_currency = disputed.merchant_currency
                       and clearing.merchant_currency <> clearing.currency
                       and remaining.minor = clearing.amount_minor
                       and break.amount_minor = disputed.amount_minor, false) as same_amount
            """;

    /**
     * Whether everything that cleared is given back, in the same words: a reversal left nothing, or
     * what remains of a refund that names the purchase is as much. A refund never undoes its
     * purchase.
     */
    public static final String ALL_BACK =
            """
            coalesce(purchase.cleared_minor = 0
                       or (line.record_type = 'refund'
                           and remaining.minor >= purchase.cleared_minor
                           and (clearing.original_network_txn_id = disputed.network_txn_id
                                or %s)), false) as all_back
            """
                    .formatted(NAMES_PURCHASE);

    /**
     * Whether a reversal takes back all that is left of the record in question, in the same words:
     * whatever else cleared of the purchase.
     */
    private static final String RECORD_BACK = recordBack("");

    /** The same, as the night of {@code :businessDate} sees it. */
    public static final String RECORD_BACK_BY_THEN =
            recordBack("and coalesce(part.identified_on, part.business_date) <= :businessDate");

    private static String recordBack(String counted) {
        return """
            coalesce(line.record_type = 'reversal'
                       and line.arn = disputed.arn
                       and line.amount_minor >=
                           (select sum(case part.record_type
                                       when 'reversal' then -part.amount_minor
                                       else part.amount_minor end)
                              from settlement_line part
                             where part.lineage_id = line.lineage_id
                               and part.arn = line.arn
                               and part.id <> line.id
                               and part.record_type in ('clearing', 'atm', 'refund', 'reversal')
                               and coalesce(part.identified_transaction_id, part.transaction_id)
                                   = line.posted_to
                               %s), false) as record_back
            """
                .formatted(counted);
    }

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
    public record GivenBack(
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
            with line as (
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
            )
            select line.id, line.record_type, line.amount_minor,
                   remaining.minor as remaining_minor, clearing.currency,
                   clearing.created_at as at, line.posted_to, line.settled_on, line.suspended,
            """
                    + SAME_MERCHANT
                    + ", "
                    + ALL_BACK
                    + ", "
                    + RECORD_BACK
                    + """
                        from line
                        join clearing on clearing.id = line.id
                        join break on break.id = line.break_id
                        join transaction purchase on purchase.id = break.transaction_id
                        left join clearing disputed on disputed.id = break.clearing_id
                      """
                    + REMAINING
                    + """
                       where line.record_type in ('refund', 'reversal')
                         and
                      """
                    + GIVES_BACK
                    + """
                       order by line.id
                       limit :limit
                      """;

    /** What merchants gave back since of what a difference is about, settled or not. */
    public List<GivenBack> list(Handle handle, BreakId id) {
        return handle.createQuery(GIVEN_BACK)
                .bind("id", id.value())
                .bind("limit", ROWS_MAX)
                .map((row, context) -> read(row))
                .list();
    }

    private static GivenBack read(ResultSet row) throws SQLException {
        boolean reversal = row.getString("record_type").equals("reversal");
        UUID posted = Rows.uuidOrNull(row, "posted_to");
        return new GivenBack(
                Rows.uuid(row, "id"),
                reversal,
                row.getLong("amount_minor"),
                row.getLong("remaining_minor"),
                row.getString("currency"),
                Rows.instant(row, "at"),
                reversal || posted == null ? null : new TransactionId(posted),
                row.getObject("settled_on", LocalDate.class),
                row.getBoolean("suspended"),
                row.getBoolean("same_merchant"),
                row.getBoolean("all_back") || row.getBoolean("record_back"));
    }
}
