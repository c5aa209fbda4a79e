package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/**
 * Disputes that lost their point, because a refund or a clearing reversal gave the money back; or
 * some of it, because a reversal left less of the transaction than they claim.
 */
final class Withdrawals {

    private Withdrawals() {}

    /**
     * A dispute, and a merchant credit for its purchase.
     *
     * @param claimedMinor what the dispute claimed when it was opened
     * @param minor what the credit gave back since then
     * @param hereMinor what of it covers breaks of the transaction in dispute
     * @param freeMinor what of it covers no break
     */
    private record CreditedDispute(
            Dispute dispute,
            long claimedMinor,
            UUID record,
            long minor,
            long hereMinor,
            long freeMinor) {}

    private static final String CREDITED =
            ClasspathSqlLocator.create().locate(Withdrawals.class, "credited");

    /**
     * Disputes of which merchant credits cover the break. It does not matter whether the night
     * disputed it, or an operator that accepted the night's proposal.
     */
    private static final String BREAK_COVERED =
            """
            select dispute.id
              from dispute
              left join proposal_answer answer on answer.dispute_id = dispute.id
              join break on break.id = coalesce(dispute.break_id, answer.break_id)
             where dispute.mode = :mode
               and dispute.status in ('open', 'under_review')
               and break.amount_minor <= (select sum(break_credit.minor)
                                            from break_credit
                                           where break_credit.break_id = break.id)
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
                        .bind("now", night.closingInstant())
                        .execute();
    }

    private static long withdraw(Handle handle, Night night) {
        return withdraw(handle, night, named(handle, night, BREAK_COVERED))
                + withdraw(handle, night, covered(handle, night))
                + withdraw(handle, night, named(handle, night, NOTHING_LEFT));
    }

    private static List<UUID> named(Handle handle, Night night, String sql) {
        return handle.createQuery(sql).bind("mode", night.mode().wire()).mapTo(UUID.class).list();
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
                .bind("now", night.closingInstant())
                .bindArray("ids", UUID.class, disputes)
                .execute();
    }

    /**
     * Returns the disputes that credits cover which were given since each was opened. What covers a
     * break of another transaction covers no dispute of this one, and each minor unit one dispute.
     */
    private static List<UUID> covered(Handle handle, Night night) {
        Map<Dispute, List<CreditedDispute>> credits = new LinkedHashMap<>();
        Map<UUID, Long> free = new HashMap<>();
        handle.createQuery(CREDITED)
                .bindMethods(night)
                .map((row, context) -> credited(row))
                .forEach(
                        one -> {
                            free.putIfAbsent(one.record(), one.freeMinor());
                            credits.computeIfAbsent(one.dispute(), none -> new ArrayList<>())
                                    .add(one);
                        });
        List<UUID> covered = new ArrayList<>();
        credits.forEach(
                (dispute, since) -> {
                    Map<UUID, Long> left = new HashMap<>(free);
                    long claimed = since.getFirst().claimedMinor();
                    boolean all =
                            DisputePolicy.covered(dispute.status(), claimed, take(since, left));
                    if (all) {
                        covered.add(dispute.id().value());
                    }
                    if (all || dispute.status() == DisputeStatus.WITHDRAWN) {
                        free.putAll(left);
                    }
                });
        return covered;
    }

    /** Takes up to the claim from credits, the first first; returns how much there was of it. */
    private static long take(List<CreditedDispute> credits, Map<UUID, Long> free) {
        long claimed = credits.getFirst().claimedMinor();
        long missing = claimed;
        for (CreditedDispute credit : credits) {
            long left = free.getOrDefault(credit.record(), 0L);
            long part = Math.min(missing, Math.min(credit.minor(), credit.hereMinor() + left));
            free.put(credit.record(), left - Math.max(0, part - credit.hereMinor()));
            missing -= part;
        }
        return claimed - missing;
    }

    private static CreditedDispute credited(ResultSet row) throws SQLException {
        return new CreditedDispute(
                DisputeStore.read(row),
                row.getLong("claimed_minor"),
                row.getObject("record_id", UUID.class),
                row.getLong("minor"),
                row.getLong("here_minor"),
                row.getLong("free_minor"));
    }
}
