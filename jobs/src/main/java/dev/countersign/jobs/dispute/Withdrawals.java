package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.settlement.MoneyBack;
import dev.countersign.reconcile.store.DisputeStore;
import dev.countersign.reconcile.store.GivenBackRule;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Disputes that lost their point, because a refund or a clearing reversal gave the money back; or
 * some of it, because a reversal left less of the transaction than they claim.
 */
final class Withdrawals {

    private Withdrawals() {}

    /**
     * A dispute and a record that gave back what may be its money.
     *
     * @param claimedMinor what the dispute claimed when it was opened
     * @param answeredMinor what of the record answered differences
     * @param answeredHereMinor what of that answered differences of the purchase in dispute
     */
    private record Back(
            Dispute dispute,
            long claimedMinor,
            UUID record,
            long minor,
            long answeredMinor,
            long answeredHereMinor) {

        UUID purchase() {
            return dispute.transactionId().value();
        }
    }

    /**
     * What came back since a dispute was opened: refunds that name its purchase, as it or what
     * cleared of it is named, less what the merchant took back of them, and reversals of what was
     * posted to it, as far as they took it back from there. What is in suspense came back to
     * nobody; it comes back on the date on which it is identified. Disputes of the same lifecycle
     * that were withdrawn come first: what came back until then was theirs.
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
                   line.id as record_id, remaining.minor,
                   coalesce(answered.minor, 0) as answered_minor,
                   coalesce(answered.here_minor, 0) as answered_here_minor
              from concerned
              join dispute on dispute.id = concerned.id
              join transaction purchase on purchase.id = dispute.transaction_id
              join card on card.id = purchase.card_id
              join lateral (
                       select came.id, came.record_type, came.lineage_id, came.arn,
                              part.minor as amount_minor, part.posted_to, part.on_date
                         from settlement_line came
                        cross join lateral (
                                 select came.amount_minor
                                        - (select coalesce(sum(minor), 0)
                                             from further_share
                                            where record_id = came.id
                                              and on_date <= :businessDate)::bigint as minor,
                                        coalesce(came.identified_transaction_id,
                                                 came.transaction_id) as posted_to,
                                        coalesce(came.identified_on, came.business_date) as on_date
                                 union all
                                 select minor, transaction_id, on_date
                                   from further_share
                                  where record_id = came.id) part
                        where came.lineage_id = card.lineage_id
                          and came.mode = dispute.mode
                          and came.record_type in ('refund', 'reversal')
                          and came.currency = dispute.currency) line on true
              left join dispute_decision decision
                on decision.break_id = dispute.break_id
               and decision.dispute_id = dispute.id
              join clearing on clearing.id = line.id
            """
                    + GivenBackRule.REMAINING_BY_THEN
                    + """
              left join lateral (
                       select sum(share.minor) as minor,
                              sum(share.minor) filter (where answered.transaction_id = purchase.id)
                                as here_minor
                         from given_back_share share
                         join break answered on answered.id = share.break_id
                        where share.record_id = line.id) answered on true
             where line.posted_to is not null
               and (dispute.status <> 'withdrawn'
                    or line.on_date <= (dispute.resolved_at at time zone 'UTC')::date)
               and line.on_date <= :businessDate
               and line.on_date >
                   coalesce(decision.business_date,
                            (dispute.created_at at time zone 'UTC')::date - 1)
               and ((line.record_type = 'reversal' and line.posted_to = dispute.transaction_id)
                    or (line.record_type = 'refund'
                        and
            """
                    + GivenBackRule.NAMES_PURCHASE
                    + """
                        ))
             order by dispute.status <> 'withdrawn', dispute.created_at, dispute.transaction_id,
                      dispute.id, line.on_date, line.id
            """;

    /**
     * What closed the difference gave back what was disputed for it, whichever way it did, and
     * whether the night disputed it or a person who accepted what the night proposed.
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
                        .bind("now", night.moment().atOffset(ZoneOffset.UTC))
                        .execute();
    }

    private static long withdraw(Handle handle, Night night) {
        long withdrawn =
                withdraw(
                        handle,
                        night,
                        handle.createQuery(DIFFERENCE_GIVEN_BACK)
                                .bind("mode", night.mode().wire())
                                .bind("givenBack", GivenBackRule.RESOLUTION)
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
                                                row.getObject("record_id", UUID.class),
                                                row.getLong("minor"),
                                                row.getLong("answered_minor"),
                                                row.getLong("answered_here_minor")))
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
                .bind("now", night.moment().atOffset(ZoneOffset.UTC))
                .bindArray("ids", UUID.class, disputes)
                .execute();
    }

    /** The disputes that are covered, each by money that covers no other. */
    private static List<UUID> covered(List<Back> came) {
        Map<Dispute, List<Back>> each = new LinkedHashMap<>();
        MoneyBack money = new MoneyBack();
        for (Back back : came) {
            each.computeIfAbsent(back.dispute(), dispute -> new ArrayList<>()).add(back);
            money.came(back.record(), back.minor(), back.answeredMinor());
            money.keeps(back.record(), back.purchase(), back.answeredHereMinor());
        }
        List<UUID> covered = new ArrayList<>();
        each.forEach(
                (dispute, backs) -> {
                    long claimed = backs.getFirst().claimedMinor();
                    UUID purchase = backs.getFirst().purchase();
                    List<UUID> records = backs.stream().map(Back::record).toList();
                    boolean answered =
                            DisputePolicy.covered(
                                    dispute.status(), claimed, money.of(records, purchase));
                    if (answered) {
                        covered.add(dispute.id().value());
                    }
                    if (answered || dispute.status() == DisputeStatus.WITHDRAWN) {
                        money.take(records, purchase, claimed);
                    }
                });
        return covered;
    }
}
