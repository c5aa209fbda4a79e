package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.settlement.BreakClosing;
import dev.countersign.reconcile.domain.settlement.BreakClosing.GivenBack;
import dev.countersign.reconcile.store.GivenBackStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** What merchants gave back with this night, shared out among the differences it answers. */
final class CameBack {

    private CameBack() {}

    /**
     * A record that gave something back, beside a difference that it may close.
     *
     * @param minor what the merchant did not take back of it
     * @param clearedMinor what cleared of the purchase
     * @param sameAmount true when the merchant gave back just what it had asked for
     * @param all true when everything that cleared of the purchase came back
     * @param ofRecord true when all of the record that differs was taken back
     * @param closedBefore true when an earlier night closed the difference, maybe by this record
     */
    private record Back(
            OpenBreak open,
            UUID record,
            UUID purchase,
            long minor,
            long clearedMinor,
            boolean sameMerchant,
            boolean sameAmount,
            boolean all,
            boolean ofRecord,
            boolean closedBefore) {

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
        long uses(boolean servedBefore, long has) {
            if (all) {
                return servedBefore ? 0 : clearedMinor;
            }
            return sameAmount || ofRecord ? Math.min(open.minor(), has) : open.minor();
        }
    }

    private record Served(UUID record, UUID purchase) {}

    /**
     * What this night gave back to a cardholder, on whichever card of the chain: refunds that name
     * the purchase, refunds alike it, and reversals of what was posted to it; of a refund what the
     * merchant did not take back. A refund of an earlier date of which this night took back a part
     * is looked at again, for what differed on its own date: what is left may be just that. So is
     * one of a date that runs once more. Differences that were closed since it was settled come
     * first: what it gave back was theirs. What is in suspense gave nothing back yet. What was
     * posted and what was identified are found each by its index, earlier refunds by those of their
     * card.
     */
    private static final String GIVEN_BACK =
            """
            with moved as (
                select id, night_id, mode, record_type, lineage_id, arn,
                       transaction_id as posted_to, amount_minor, business_date as on_date
                  from settlement_line
                 where mode = :mode
                   and business_date = :businessDate
                   and record_type in ('refund', 'reversal')
                   and transaction_id is not null
                union all
                select id, night_id, mode, record_type, lineage_id, arn,
                       identified_transaction_id, amount_minor, identified_on
                  from settlement_line
                 where mode = :mode
                   and identified_on = :businessDate
                   and record_type in ('refund', 'reversal')
            ), given_back as (
                select *
                  from moved
                union
                select refund.id, refund.night_id, refund.mode, refund.record_type,
                       refund.lineage_id, refund.arn, moved.posted_to, refund.amount_minor,
                       coalesce(refund.identified_on, refund.business_date)
                  from moved
                  join settlement_line refund
                    on refund.lineage_id = moved.lineage_id
                   and refund.record_type = 'refund'
                   and refund.arn = moved.arn
                   and coalesce(refund.identified_transaction_id, refund.transaction_id)
                       = moved.posted_to
                   and coalesce(refund.identified_on, refund.business_date) < :businessDate
                 where moved.record_type = 'reversal'
            )
            select break.id, break.type, break.amount_minor, break.origin_date,
                   line.id as record_id, purchase.id as purchase_id, purchase.cleared_minor,
                   remaining.minor as back_minor, break.state = 'resolved' as closed_before,
            """
                    + GivenBackStore.SAME_MERCHANT
                    + ", "
                    + GivenBackStore.SAME_AMOUNT
                    + ", "
                    + GivenBackStore.ALL_BACK
                    + ", "
                    + GivenBackStore.RECORD_BACK_BY_THEN
                    + """
              from given_back line
            """
                    + GivenBackStore.REMAINING_BY_THEN
                    + """
              join clearing on clearing.id = line.id
              join card on card.lineage_id = line.lineage_id
              join night settled_by on settled_by.id = line.night_id
              join break
                on break.mode = line.mode
               and break.card_id = card.id
               and break.origin_date <= line.on_date
               and (break.state in ('open', 'investigating')
                    or (break.state = 'resolved'
                        and break.resolution = :givenBack
                        and break.resolved_by = 'night'
                        and break.closed_at >= settled_by.cut_at))
              join transaction purchase on purchase.id = break.transaction_id
              left join clearing disputed on disputed.id = break.clearing_id
            """
                    + " where "
                    + GivenBackStore.GIVES_BACK
                    + """
                       order by break.state <> 'resolved', break.origin_date, purchase.id,
                                break.id, line.id
                      """;

    /**
     * The differences that this night's records close, the oldest first. What gives one purchase
     * back is used up by it, and closes no difference of another that is alike.
     */
    static List<OpenBreak> answered(Handle handle, Night night) {
        List<Back> backs =
                handle.createQuery(GIVEN_BACK)
                        .bind("mode", night.mode().wire())
                        .bind("businessDate", night.businessDate())
                        .bind("givenBack", GivenBackStore.RESOLUTION)
                        .map((row, context) -> back(row))
                        .list();
        Map<UUID, Long> left = new HashMap<>();
        Set<Served> served = new HashSet<>();
        Set<OpenBreak> answered = new HashSet<>();
        List<OpenBreak> closed = new ArrayList<>();
        for (Back back : exactFirst(backs)) {
            Served pair = new Served(back.record(), back.purchase());
            long has = left.getOrDefault(back.record(), back.minor());
            long used = back.uses(served.contains(pair), has);
            if (back.closes() && used <= has && answered.add(back.open())) {
                left.put(back.record(), has - used);
                served.add(pair);
                if (!back.closedBefore()) {
                    closed.add(back.open());
                }
            }
        }
        return closed;
    }

    /** What is given back in full answers what differs by as much before anything it covers. */
    private static List<Back> exactFirst(List<Back> backs) {
        return backs.stream()
                .sorted(
                        Comparator.comparing((Back back) -> !back.closedBefore())
                                .thenComparing(back -> !back.exact()))
                .toList();
    }

    private static Back back(ResultSet row) throws SQLException {
        return new Back(
                OpenBreak.read(row),
                row.getObject("record_id", UUID.class),
                row.getObject("purchase_id", UUID.class),
                row.getLong("back_minor"),
                row.getLong("cleared_minor"),
                row.getBoolean("same_merchant"),
                row.getBoolean("same_amount"),
                row.getBoolean("all_back"),
                row.getBoolean("record_back"),
                row.getBoolean("closed_before"));
    }
}
