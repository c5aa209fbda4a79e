package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.settlement.BreakClosing;
import dev.countersign.reconcile.domain.settlement.BreakClosing.GivenBack;
import dev.countersign.reconcile.domain.settlement.MoneyBack;
import dev.countersign.reconcile.domain.settlement.MoneyBack.Part;
import dev.countersign.reconcile.store.GivenBackRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** What merchants gave back with this night, shared out among the differences it answers. */
final class CameBack {

    private CameBack() {}

    /**
     * Part of a record, which gave something back, beside a difference that it may close.
     *
     * @param minor what the merchant did not take back of it; of a reversal what it took back there
     * @param clearedMinor what cleared of the purchase
     * @param sameAmount true when the merchant gave back just what it had asked for
     * @param all true when everything that cleared of the purchase came back
     * @param ofRecord true when all of the record that differs was taken back
     * @param answeredMinor what of the record answered differences before
     * @param servedBefore true when some of that was of this purchase
     */
    private record Back(
            OpenBreak open,
            Part part,
            UUID purchase,
            long minor,
            long clearedMinor,
            boolean sameMerchant,
            boolean sameAmount,
            boolean all,
            boolean ofRecord,
            long answeredMinor,
            boolean servedBefore) {

        boolean exact() {
            return sameAmount || minor == open.minor();
        }

        boolean closes() {
            return BreakClosing.closes(
                    open.type(),
                    open.minor(),
                    open.origin(),
                    new GivenBack(
                            sameAmount ? open.minor() : minor, sameMerchant, all || ofRecord));
        }

        /** What of a record the difference uses up; abroad rates may have moved since. */
        long uses(boolean served, long has) {
            if (all) {
                return served || servedBefore ? 0 : clearedMinor;
            }
            return sameAmount || ofRecord ? Math.min(open.minor(), has) : open.minor();
        }
    }

    private record Served(Part part, UUID purchase) {}

    /**
     * What this night gave back to a cardholder, on whichever card of the chain: refunds that name
     * the purchase, refunds alike it, and reversals of what was posted to it; of a refund what the
     * merchant did not take back. A refund of an earlier date of which this night took back a part
     * is looked at again, for what differed on its own date: what is left may be just that. So is
     * one of a date that runs once more. What is in suspense gave nothing back yet; a reversal that
     * waited there for a further part gives that back now. One that took back parts of several
     * transactions gives each its own. What was posted, what was identified and what left suspense
     * are found each by its index, earlier refunds by those of their card.
     */
    private static final String GIVEN_BACK =
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
            ), by_purchase as (
                select share.record_id as id, mode, record_type, lineage_id, arn,
                       transaction_id as posted_to, max(share.on_date) as on_date,
                       sum(minor)::bigint as amount_minor
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
                   answered.here_minor is not null as served_before,
            """
                    + GivenBackRule.MERCHANTS
                    + ", "
                    + GivenBackRule.SAME_AMOUNT
                    + ", "
                    + GivenBackRule.ALL_BACK
                    + ", "
                    + GivenBackRule.RECORD_BACK_BY_THEN
                    + """
              from by_purchase line
            """
                    + GivenBackRule.REMAINING_BY_THEN
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
                    + GivenBackRule.ANSWERED
                    + " where "
                    + GivenBackRule.GIVES_BACK
                    + """
                       order by break.origin_date, purchase.id, break.id, line.id
                      """;

    /**
     * What of a record answers a difference.
     *
     * @param minor how much of it, in the currency of the difference
     */
    record Share(OpenBreak open, Part part, long minor) {}

    /**
     * The differences that this night's records close, the oldest first. What gives one purchase
     * back is used up by it, and closes no difference of another that is alike.
     */
    static List<Share> answered(Handle handle, Night night) {
        List<Back> backs =
                handle.createQuery(GIVEN_BACK)
                        .bind("mode", night.mode().wire())
                        .bind("businessDate", night.businessDate())
                        .map((row, context) -> back(row))
                        .list();
        MoneyBack money = new MoneyBack();
        backs.forEach(back -> money.came(back.part(), back.minor(), back.answeredMinor()));
        Set<Served> served = new HashSet<>();
        Set<OpenBreak> answered = new HashSet<>();
        List<Share> shares = new ArrayList<>();
        for (Back back : exactFirst(backs)) {
            Served pair = new Served(back.part(), back.purchase());
            long has = money.of(back.part(), back.purchase());
            long used = back.uses(served.contains(pair), has);
            if (back.closes() && used <= has && answered.add(back.open())) {
                shares.add(
                        new Share(
                                back.open(),
                                back.part(),
                                money.take(back.part(), back.purchase(), used)));
                served.add(pair);
            }
        }
        return shares;
    }

    private static final String REMEMBER =
            """
            insert into given_back_share (break_id, record_id, posted_to, minor, business_date)
            select break.id, share.record_id, share.posted_to, share.minor, :businessDate
              from unnest(:breaks, :records, :postedTo, :minors)
                   as share (break_id, record_id, posted_to, minor)
              join break
                on break.id = share.break_id
               and break.state in ('open', 'investigating')
                on conflict (break_id) do update
               set record_id = excluded.record_id,
                   posted_to = excluded.posted_to,
                   minor = excluded.minor,
                   business_date = excluded.business_date
            """;

    /** Remembers what answered which difference, before they are closed. */
    static void remember(Handle handle, Night night, List<Share> shares) {
        if (shares.isEmpty()) {
            return;
        }
        handle.createUpdate(REMEMBER)
                .bind("businessDate", night.businessDate())
                .bindArray(
                        "breaks",
                        UUID.class,
                        shares.stream().map(share -> share.open().id()).toList())
                .bindArray(
                        "records",
                        UUID.class,
                        shares.stream().map(share -> share.part().record()).toList())
                .bindArray(
                        "postedTo",
                        UUID.class,
                        shares.stream().map(share -> share.part().postedTo()).toList())
                .bindArray("minors", Long.class, shares.stream().map(Share::minor).toList())
                .execute();
    }

    /** What is given back in full answers what differs by as much before anything it covers. */
    private static List<Back> exactFirst(List<Back> backs) {
        return backs.stream().sorted(Comparator.comparing((Back back) -> !back.exact())).toList();
    }

    private static Back back(ResultSet row) throws SQLException {
        return new Back(
                OpenBreak.read(row),
                new Part(
                        row.getObject("record_id", UUID.class),
                        row.getObject("posted_to", UUID.class)),
                row.getObject("purchase_id", UUID.class),
                row.getLong("back_minor"),
                row.getLong("cleared_minor"),
                GivenBackRule.sameMerchant(row),
                row.getBoolean("same_amount"),
                row.getBoolean("all_back"),
                row.getBoolean("record_back"),
                row.getLong("answered_minor"),
                row.getBoolean("served_before"));
    }
}
