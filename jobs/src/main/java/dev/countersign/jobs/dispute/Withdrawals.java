package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.CreditPool;
import dev.countersign.reconcile.domain.breaks.CreditPool.Part;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.store.breaks.MerchantCreditRule;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.sql.BoundedSum;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.ToLongBiFunction;
import org.jdbi.v3.core.Handle;

/**
 * Disputes that lost their point, because a refund or a clearing reversal gave the money back; or
 * some of it, because a reversal left less of the transaction than they claim.
 */
final class Withdrawals {

    private Withdrawals() {}

    /**
     * A dispute and part of a record, which gave back what may be its money.
     *
     * @param claimedMinor what the dispute claimed when it was opened
     * @param minor what came back by the part in all
     * @param sinceMinor what of that came back since the dispute was opened
     * @param answeredMinor what of it answered differences
     * @param answeredHereMinor what of that answered differences of the purchase in dispute
     */
    private record Back(
            Dispute dispute,
            long claimedMinor,
            Part part,
            long minor,
            long sinceMinor,
            long answeredMinor,
            long answeredHereMinor) {

        UUID purchase() {
            return dispute.transactionId().value();
        }

        /**
         * Returns the part of the money that answers the dispute: no more than was given back
         * since.
         */
        long of(CreditPool money) {
            return Math.min(sinceMinor, money.of(part, purchase()));
        }

        long take(CreditPool money, long most) {
            return money.take(part, purchase(), Math.min(sinceMinor, most));
        }
    }

    /**
     * Money given back since a dispute was opened. It is refunds that name its purchase, as it or
     * what cleared of it is named, less what the merchant reversed of them. It is also reversals of
     * what was posted to it, as far as they reversed it there. Money in suspense was given back to
     * no cardholder; it is given back on the date on which it is identified. Withdrawn disputes of
     * the same lifecycle come first: what was given back until then was theirs.
     */
    private static final String GIVEN_BACK =
            """
            with unresolved as materialized (
                select dispute.id, card.lineage_id, transaction.network_txn_id
                  from dispute
                  join transaction on transaction.id = dispute.transaction_id
                  join card on card.id = transaction.card_id
                 where dispute.mode = :mode
                   and dispute.status in ('open', 'under_review')
            ), concerned as materialized (
                select id
                  from unresolved
                union
                select withdrawn.id
                  from unresolved
                  join card on card.lineage_id = unresolved.lineage_id
                  join transaction
                    on transaction.card_id = card.id
                   and transaction.network_txn_id = unresolved.network_txn_id
                  join dispute withdrawn
                    on withdrawn.transaction_id = transaction.id
                   and withdrawn.status = 'withdrawn'
            )
            select
            """
                    + DisputeStore.COLUMNS
                    + """
                   , dispute.amount_minor + dispute.reduced_minor as claimed_minor,
                   line.id as record_id, line.posted_to, remaining.minor as part_minor,
                   least(remaining.minor, line.since_minor) as since_minor,
                   coalesce(answered.minor, 0) as answered_minor,
                   coalesce(answered.here_minor, 0) as answered_here_minor
              from concerned
              join dispute on dispute.id = concerned.id
              join transaction purchase on purchase.id = dispute.transaction_id
              join card on card.id = purchase.card_id
              left join dispute_decision decision
                on decision.break_id = dispute.break_id
               and decision.dispute_id = dispute.id
              join lateral (
                       select record_id as id, record_type, lineage_id, arn,
                              transaction_id as posted_to, max(on_date) as on_date,
                              sum(minor) as amount_minor,
                              sum(minor) filter (
                                   where on_date
                                         > coalesce(decision.business_date,
                                                    (dispute.created_at at time zone 'UTC')::date
                                                      - 1)
                                     and (dispute.status <> 'withdrawn'
                                          or on_date
                                             <= (dispute.resolved_at at time zone 'UTC')::date))
                                as since_minor
                         from posted_share
                        where lineage_id = card.lineage_id
                          and mode = dispute.mode
                          and record_type in ('refund', 'reversal')
                          and currency = dispute.currency
                          and on_date <= :businessDate
                        group by record_id, record_type, lineage_id, arn, transaction_id) line
                on line.since_minor is not null
              join clearing on clearing.id = line.id
            """
                    + MerchantCreditRule.REMAINING_BY_THEN
                    + MerchantCreditRule.ANSWERED
                    + """
             where ((line.record_type = 'reversal' and line.posted_to = dispute.transaction_id)
                    or (line.record_type = 'refund'
                        and
            """
                    + MerchantCreditRule.NAMES_PURCHASE
                    + """
                        ))
             order by dispute.status <> 'withdrawn', dispute.created_at, dispute.transaction_id,
                      dispute.id, line.on_date, line.id
            """;

    /**
     * Disputes of which the break was closed by a merchant credit. The credit gave back what was
     * disputed for the break, whichever way it did. It does not matter whether the night disputed
     * it, or an operator that accepted the night's proposal.
     */
    private static final String DIFFERENCE_GIVEN_BACK =
            """
            select dispute.id
              from dispute
              left join proposal_answer answer on answer.dispute_id = dispute.id
              join break on break.id = coalesce(dispute.break_id, answer.break_id)
             where dispute.mode = :mode
               and dispute.status in ('open', 'under_review')
               and break.state = 'resolved'
               and break.resolution = :givenBack
               and break.resolved_by = 'night'
            """;

    /** Nothing is left of the transaction, whenever it was taken back. */
    private static final String NOTHING_LEFT =
            """
            select dispute.id
              from dispute
              join transaction on transaction.id = dispute.transaction_id
             where dispute.mode = :mode
               and dispute.status in ('open', 'under_review')
               and transaction.cleared_minor = 0
            """;

    /** No claim is above what is left of its transaction, decided or not, until it is booked. */
    private static final String REDUCE =
            """
            update dispute
               set amount_minor = transaction.cleared_minor,
                   reduced_minor = reduced_minor + dispute.amount_minor - transaction.cleared_minor,
                   updated_at = greatest(dispute.updated_at, :now)
              from transaction
             where transaction.id = dispute.transaction_id
               and transaction.cleared_minor < dispute.amount_minor
               and dispute.mode = :mode
               and dispute.status <> 'withdrawn'
               and not dispute.booked_to_end
            """;

    /**
     * Withdraws what lost its point until the end of a night's date, and reduces what lost some of
     * it; says how many they were.
     */
    static long adjust(Handle handle, Night night) {
        return withdraw(handle, night)
                + handle.createUpdate(REDUCE)
                        .bind("mode", night.mode().wire())
                        .bind("now", night.closingInstant().atOffset(ZoneOffset.UTC))
                        .execute();
    }

    private static long withdraw(Handle handle, Night night) {
        long withdrawn =
                withdraw(
                        handle,
                        night,
                        handle.createQuery(DIFFERENCE_GIVEN_BACK)
                                .bind("mode", night.mode().wire())
                                .bind("givenBack", MerchantCreditRule.RESOLUTION)
                                .mapTo(UUID.class)
                                .list());
        List<Back> came =
                handle.createQuery(GIVEN_BACK)
                        .bind("mode", night.mode().wire())
                        .bind("businessDate", night.businessDate())
                        .map(
                                (row, context) ->
                                        new Back(
                                                DisputeStore.read(row),
                                                row.getLong("claimed_minor"),
                                                new Part(
                                                        row.getObject("record_id", UUID.class),
                                                        row.getObject("posted_to", UUID.class)),
                                                BoundedSum.read(row, "part_minor"),
                                                BoundedSum.read(row, "since_minor"),
                                                BoundedSum.read(row, "answered_minor"),
                                                BoundedSum.read(row, "answered_here_minor")))
                        .list();
        withdrawn += withdraw(handle, night, covered(came));
        List<UUID> pointless =
                handle.createQuery(NOTHING_LEFT)
                        .bind("mode", night.mode().wire())
                        .mapTo(UUID.class)
                        .list();
        return withdrawn + withdraw(handle, night, pointless);
    }

    private static long withdraw(Handle handle, Night night, List<UUID> disputes) {
        if (disputes.isEmpty()) {
            return 0;
        }
        return handle.createUpdate(
                        """
                        update dispute
                           set status = 'withdrawn',
                               resolved_at = greatest(created_at, :now),
                               updated_at = greatest(updated_at, :now)
                         where id = any(:ids)
                           and status in ('open', 'under_review')
                        """)
                .bind("now", night.closingInstant().atOffset(ZoneOffset.UTC))
                .bindArray("ids", UUID.class, disputes)
                .execute();
    }

    /** The disputes that are covered, each by money that covers no other. */
    private static List<UUID> covered(List<Back> came) {
        Map<Dispute, List<Back>> each = new LinkedHashMap<>();
        CreditPool money = new CreditPool();
        for (Back back : came) {
            each.computeIfAbsent(back.dispute(), dispute -> new ArrayList<>()).add(back);
            money.came(back.part(), back.minor(), back.answeredMinor());
            money.keeps(back.part(), back.purchase(), back.answeredHereMinor());
        }
        List<UUID> covered = new ArrayList<>();
        each.forEach(
                (dispute, backs) -> {
                    long claimed = backs.getFirst().claimedMinor();
                    boolean answered =
                            DisputePolicy.covered(
                                    dispute.status(),
                                    claimed,
                                    upTo(
                                            claimed,
                                            backs,
                                            (back, missing) -> Math.min(missing, back.of(money))));
                    if (answered) {
                        covered.add(dispute.id().value());
                    }
                    if (answered || dispute.status() == DisputeStatus.WITHDRAWN) {
                        var unused =
                                upTo(claimed, backs, (back, missing) -> back.take(money, missing));
                    }
                });
        return covered;
    }

    /**
     * Adds up what several parts give of a claim, the first first. None gives more than what is
     * missing then.
     *
     * @param some what one gives, of what is missing
     */
    private static long upTo(long claimed, List<Back> backs, ToLongBiFunction<Back, Long> some) {
        long missing = claimed;
        for (Back back : backs) {
            missing -= some.applyAsLong(back, missing);
        }
        return claimed - missing;
    }
}
