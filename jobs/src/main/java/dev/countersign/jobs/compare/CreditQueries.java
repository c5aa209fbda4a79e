package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.CreditPool.Part;
import dev.countersign.reconcile.store.breaks.MerchantCreditRule;
import dev.countersign.reconcile.store.sql.BoundedSum;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Queries for the merchant credits of this night, and for the breaks that they answer. */
final class CreditQueries {

    private CreditQueries() {}

    /**
     * Merchant credits that this night gave to a cardholder, on any card of the lineage: refunds
     * that name the purchase, refunds like it, and reversals of what was posted to it. Of a refund,
     * only what the merchant did not reverse counts. A refund of an earlier date of which this
     * night reversed a part is examined again, for what differed on its own date: the rest may be
     * just that. So is a refund of a date that runs once more. A record in suspense has given
     * nothing back yet. A reversal that waited there for a further part gives that back now. A
     * reversal of parts of several transactions gives each its own. Records that were posted,
     * identified or taken out of suspense are each found by their index, and earlier refunds by
     * those of their card.
     */
    private static final String TONIGHT =
            """
            with moved as (
                select id
                  from settlement_line
                 where mode = :mode
                   and business_date = :businessDate
                   and record_type in ('refund', 'reversal')
                   and transaction_id is not null
                union
                select id
                  from settlement_line
                 where mode = :mode
                   and identified_on = :businessDate
                   and record_type in ('refund', 'reversal')
                union
                select line.id
                  from ledger_row entry
                  join settlement_line line
                    on line.id = entry.subject
                   and line.record_type = 'reversal'
                 where entry.mode = :mode
                   and entry.business_date = :businessDate
                   and entry.event = 'suspense_identified'
            ), given_back as (
                select id
                  from moved
                union
                select refund.id
                  from moved
                  join posted_share taken
                    on taken.record_id = moved.id
                   and taken.record_type = 'reversal'
                   and taken.on_date <= :businessDate
                  join settlement_line refund
                    on refund.lineage_id = taken.lineage_id
                   and refund.record_type = 'refund'
                   and refund.arn = taken.arn
                   and coalesce(refund.identified_transaction_id, refund.transaction_id)
                       = taken.transaction_id
                   and coalesce(refund.identified_on, refund.business_date) < :businessDate
            )
            """;

    /**
     * Records that ever gave something back on a card of the lineage of these breaks, since some of
     * what each break is about was authorized.
     */
    private static final String EVER =
            """
            with given_back as (
                select distinct line.id
                  from break
                  join transaction on transaction.id = break.transaction_id
                  join card on card.id = break.card_id
                  join settlement_line line
                    on line.lineage_id = card.lineage_id
                   and line.id >= id_floor(transaction.created_at - interval '2 days')
                   and line.record_type in ('refund', 'reversal')
                 where break.id = any(:breaks)
            )
            """;

    /** Each part of what was {@code given_back}, beside every difference that it may answer. */
    private static final String BESIDE_DIFFERENCES =
            """
            , by_purchase as (
                select share.record_id as id, mode, record_type, lineage_id, arn,
                       transaction_id as posted_to, max(share.on_date) as on_date,
                       sum(minor) as amount_minor
                  from given_back
                  join posted_share share
                    on share.record_id = given_back.id
                   and share.on_date <= :businessDate
                 group by share.record_id, mode, record_type, lineage_id, arn, transaction_id
            )
            select break.id, break.type, break.amount_minor, break.origin_date,
                   line.id as record_id, line.posted_to, purchase.id as purchase_id,
                   purchase.cleared_minor, remaining.minor as back_minor,
                   coalesce(answered.minor, 0) as answered_minor,
                   coalesce(answered.here_minor, 0) as answered_here_minor,
                   line.record_type = 'refund' as refund,
            """
                    + MerchantCreditRule.LINKED
                    + ", "
                    + MerchantCreditRule.MERCHANTS
                    + ", "
                    + MerchantCreditRule.SAME_AMOUNT
                    + ", "
                    + MerchantCreditRule.ALL_BACK
                    + ", "
                    + MerchantCreditRule.RECORD_BACK_BY_THEN
                    + """
              from by_purchase line
            """
                    + MerchantCreditRule.REMAINING_BY_THEN
                    + """
              join clearing on clearing.id = line.id
              join card on card.lineage_id = line.lineage_id
              join break
                on break.mode = line.mode
               and break.card_id = card.id
               and break.origin_date <= line.on_date
               and break.state in ('open', 'investigating')
              join transaction purchase on purchase.id = break.transaction_id
              left join clearing disputed on disputed.id = break.clearing_id
            """
                    + MerchantCreditRule.ANSWERED
                    + " where "
                    + MerchantCreditRule.GIVES_BACK;

    private static final String THESE = " and break.id = any(:breaks)";

    private static final String ORDER =
            " order by break.origin_date, purchase.id, break.id, line.id";

    /** The differences that this night's records close, alone or with those that came before. */
    static List<CreditMatcher.CreditAllocation> answered(Handle handle, Night night) {
        CreditMatcher answers = new CreditMatcher();
        List<Credit> tonight =
                backs(night, handle.createQuery(TONIGHT + BESIDE_DIFFERENCES + ORDER));
        answers.closeByOne(tonight);
        List<UUID> stillOpen = answers.stillOpen(tonight);
        if (!stillOpen.isEmpty()) {
            answers.closeByParts(
                    backs(
                            night,
                            handle.createQuery(EVER + BESIDE_DIFFERENCES + THESE + ORDER)
                                    .bindArray("breaks", UUID.class, stillOpen)));
        }
        return answers.shares();
    }

    private static List<Credit> backs(Night night, Query query) {
        return query.bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .map((row, context) -> back(row))
                .list();
    }

    private static final String REMEMBER =
            """
            insert into break_credit (break_id, record_id, posted_to, minor, business_date)
            select break.id, share.record_id, share.posted_to, share.minor, :businessDate
              from unnest(:breaks, :records, :postedTo, :minors)
                   as share (break_id, record_id, posted_to, minor)
              join break
                on break.id = share.break_id
               and break.state in ('open', 'investigating')
            """;

    private static final String FORGET =
            """
            delete from break_credit
             using break
             where break.id = break_credit.break_id
               and break.id = any(:breaks)
               and break.state in ('open', 'investigating')
            """;

    /**
     * Remembers what answered which difference, before they are closed: of one that was opened
     * again, anew.
     */
    static void remember(Handle handle, Night night, List<CreditMatcher.CreditAllocation> shares) {
        if (shares.isEmpty()) {
            return;
        }
        List<UUID> breaks = shares.stream().map(share -> share.open().id()).toList();
        handle.createUpdate(FORGET).bindArray("breaks", UUID.class, breaks).execute();
        handle.createUpdate(REMEMBER)
                .bind("businessDate", night.businessDate())
                .bindArray("breaks", UUID.class, breaks)
                .bindArray(
                        "records",
                        UUID.class,
                        shares.stream().map(share -> share.part().record()).toList())
                .bindArray(
                        "postedTo",
                        UUID.class,
                        shares.stream().map(share -> share.part().postedTo()).toList())
                .bindArray(
                        "minors",
                        Long.class,
                        shares.stream().map(CreditMatcher.CreditAllocation::minor).toList())
                .execute();
    }

    private static Credit back(ResultSet row) throws SQLException {
        return new Credit(
                OpenBreak.read(row),
                new Part(
                        row.getObject("record_id", UUID.class),
                        row.getObject("posted_to", UUID.class)),
                row.getObject("purchase_id", UUID.class),
                BoundedSum.read(row, "back_minor"),
                row.getLong("cleared_minor"),
                row.getBoolean("refund"),
                row.getBoolean("linked"),
                MerchantCreditRule.sameMerchant(row),
                row.getBoolean("same_amount"),
                row.getBoolean("all_back"),
                row.getBoolean("record_back"),
                BoundedSum.read(row, "answered_minor"),
                BoundedSum.read(row, "answered_here_minor"));
    }
}
