package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher;
import dev.countersign.reconcile.domain.feed.Merchant;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Rule of the merchant credits for a break, as conditions and columns of queries. One rule serves
 * to close a break, to withdraw a dispute and to show the credits. Such a query calls a record that
 * came {@code line}, with {@code posted_to}, what it was posted to. A reversal of several
 * transactions is one line for each, with what it took of that. The query calls the content of the
 * record {@code clearing}, what is left of it {@code remaining}, and what of it settled earlier
 * breaks {@code answered}. It calls the break {@code break}, its transaction {@code purchase} and
 * the record in question {@code disputed}.
 */
public final class MerchantCreditRule {

    /**
     * Reason that the night gives for closing a break whose money came back as a merchant credit.
     */
    public static final String RESOLUTION = "given back";

    private MerchantCreditRule() {}

    /**
     * Condition that a refund names the purchase by the name of its authorization or of any record
     * that cleared of it. The query calls the refund {@code line}, with its {@code clearing}, and
     * the purchase {@code purchase}.
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
     * Condition that a record gives back what a break is about. The query calls the record {@code
     * line}, with its {@code clearing} and what is {@code remaining} of it. It calls the break
     * {@code break}, with its {@code purchase} and the record that is {@code disputed}. The record
     * is a refund that names the purchase as its authorization or its clearing does, a refund of
     * which as much is left, or a reversal of what was posted to the purchase. A reversal of a
     * refund names the purchase too, and reverses what was given. A record does not give back what
     * it brought up itself. The excess of a refund is given back only by a reversal of a refund. A
     * duplicate is also given back by a reversal of the record that it duplicates: then it is the
     * only one. A reversal that came before a new presentment gave back what had been presented
     * before. The night closes breaks by this rule, and the console shows by it what came since.
     */
    public static final String GIVES_BACK =
            """
            (line.id is distinct from break.clearing_id
               and (break.type <> 'REFUND_EXCEEDS'
                    or (line.record_type = 'reversal'
                        and not exists (select 1
                                          from transaction charged
                                         where charged.id = line.posted_to
                                           and charged.type <> 'refund')))
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
     * Column that tells whether a record that gives something back names its purchase, and is not
     * merely alike.
     */
    public static final String LINKED =
            """
            (line.record_type = 'reversal'
               or clearing.original_network_txn_id is not null
               or line.posted_to = purchase.id) as linked
            """;

    /**
     * Join that computes what is {@code remaining} of a record. The query calls the record {@code
     * line}, with what it is {@code posted_to}. All of a reversal remains. Of a refund remains what
     * the merchant did not reverse under its ARN. Of several refunds under one ARN the first are
     * reversed first.
     */
    static final String REMAINING = remaining("");

    /**
     * The same, as the night of {@code :businessDate} sees it: what somebody identifies while it
     * runs is of a later date, and counts from then on.
     */
    public static final String REMAINING_BY_THEN = remaining("and other.on_date <= :businessDate");

    private static String remaining(String counted) {
        return """
             cross join lateral (
                      select case line.record_type
                             when 'refund'
                             then greatest(0, least(line.amount_minor,
                                                    line.amount_minor
                                                    + coalesce(sum(case other.record_type
                                                                   when 'refund' then other.minor
                                                                   else -other.minor
                                                                   end), 0)))
                             else line.amount_minor
                             end as minor
                        from posted_share other
                       where line.record_type = 'refund'
                         and other.lineage_id = line.lineage_id
                         and other.arn = line.arn
                         and other.transaction_id = line.posted_to
                         and (other.record_type = 'reversal'
                              or (other.record_type = 'refund' and other.record_id < line.id))
                         %s) remaining
            """
                .formatted(counted);
    }

    /**
     * Join that computes what of a record {@code answered} earlier breaks, as far as it was posted
     * there: all of it, and {@code here_minor} for the purchase.
     */
    public static final String ANSWERED =
            """
              left join lateral (
                       select sum(share.minor) as minor,
                              sum(share.minor) filter (where before.transaction_id = purchase.id)
                                as here_minor
                         from break_credit share
                         join break before on before.id = share.break_id
                        where share.record_id = line.id
                          and share.posted_to = line.posted_to) answered on true
            """;

    /** The merchants of the record that came and of the purchase, for {@link #sameMerchant}. */
    public static final String MERCHANTS =
            """
            clearing.merchant_id as back_merchant_id, clearing.merchant_name as back_merchant_name,
            purchase.merchant_id, purchase.merchant_name
            """;

    /** Tells whether the same merchant gives the money back, as far as both merchants are known. */
    public static boolean sameMerchant(ResultSet row) throws SQLException {
        return !PresentmentMatcher.otherMerchant(
                named(row.getString("back_merchant_id"), row.getString("back_merchant_name")),
                named(row.getString("merchant_id"), row.getString("merchant_name")));
    }

    private static Merchant named(@Nullable String id, @Nullable String name) {
        return new Merchant(id, null, name, null, null, null);
    }

    /**
     * Column that tells whether the merchant gives back just what it had asked for, in its own
     * currency. The amount billed for it may differ. The query uses the same words, with the record
     * in question as {@code disputed}.
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
     * Column that tells whether everything that cleared is given back, in the same words: a
     * reversal left nothing, or what remains of a refund that names the purchase is as much. A
     * refund never undoes its purchase.
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
     * Column that tells whether a reversal reverses all that is left of the record in question, in
     * the same words, whatever else cleared of the purchase.
     */
    static final String RECORD_BACK = recordBack("");

    /** The same, as the night of {@code :businessDate} sees it. */
    public static final String RECORD_BACK_BY_THEN =
            recordBack("and part.on_date <= :businessDate");

    private static String recordBack(String counted) {
        return """
            coalesce(line.record_type = 'reversal'
                       and line.arn = disputed.arn
                       and line.amount_minor >=
                           (select sum(case part.record_type
                                       when 'reversal' then -part.minor
                                       else part.minor end)
                              from posted_share part
                             where part.lineage_id = line.lineage_id
                               and part.arn = line.arn
                               and part.record_id <> line.id
                               and part.transaction_id = line.posted_to
                               %s), false) as record_back
            """
                .formatted(counted);
    }
}
