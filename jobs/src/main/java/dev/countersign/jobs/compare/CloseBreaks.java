package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.AutoClose;
import dev.countersign.reconcile.domain.breaks.BreakClosing.CompletedNight;
import dev.countersign.reconcile.domain.breaks.BreakClosing.KnownPurchase;
import dev.countersign.reconcile.domain.breaks.BreakClosing.RecomputedDifference;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Closes breaks whose missing side arrived with this night, or whose thirty days have passed. */
final class CloseBreaks {

    private final ClearingPolicy policy;
    private final BreakStore breaks = new BreakStore();

    CloseBreaks(ClearingPolicy policy) {
        this.policy = policy;
    }

    /** Breaks of one type of records that waited in suspense and were posted by this date. */
    private static final String LEFT_SUSPENSE =
            """
            select break.id, break.type, break.origin_date
              from settlement_line line
              join open_break break
                on break.mode = line.mode
               and break.clearing_id = line.id
               and break.type = :type
             where line.mode = :mode
               and line.identified_on = :businessDate
            """;

    /**
     * A settled refund names a purchase that is known by now on some card of the chain: as the name
     * of a transaction, or as that of a record which was posted to a transaction of another name.
     */
    private static final String PURCHASE_FOUND =
            """
            select break.id, break.type, break.origin_date
              from open_break break
              join card on card.id = break.card_id
              join clearing refund on refund.identity = break.subject
              join settlement_line line
                on line.id = refund.id
               and coalesce(line.identified_on, line.business_date) <= :businessDate
             where break.mode = :mode
               and break.type = 'REFUND_UNLINKED'
               and (exists (select 1
                              from card member
                              join transaction purchase
                                on purchase.card_id = member.id
                               and purchase.network_txn_id = refund.original_network_txn_id
                               and purchase.type <> 'refund'
                              join night_cut cut
                                on cut.night_id = :night
                               and cut.partition = purchase.feed_partition
                               and cut.next_offset > purchase.feed_offset
                             where member.lineage_id = card.lineage_id)
                    or exists (select 1
                                 from settlement_line part
                                 join clearing cleared on cleared.id = part.id
                                where part.lineage_id = card.lineage_id
                                  and part.record_type in ('clearing', 'atm')
                                  and (part.match_level > 1
                                       or part.identified_transaction_id is not null)
                                  and coalesce(part.identified_on, part.business_date)
                                      <= :businessDate
                                  and cleared.network_txn_id = refund.original_network_txn_id))
            """;

    /** Breaks of records that could not be posted, and that were posted by this night. */
    private static final String POSTED_SINCE =
            """
            select break.id, break.type, break.origin_date
              from open_break break
              join settlement_line line
                on line.id = coalesce(break.clearing_id, break.transaction_id)
               and line.business_date = :businessDate
             where break.mode = :mode
               and break.type = 'RECORD_NOT_POSTED'
            """;

    private static final String OLD =
            """
            select id, type, origin_date
              from open_break
             where mode = :mode
               and type = any(:types)
            """;

    long close(Handle handle, Night night) {
        Map<UUID, String> closed = new LinkedHashMap<>();
        MerchantCredits.allocate(handle, night)
                .forEach(covered -> closed.put(covered, "the merchant gave it back"));
        query(handle, night, LEFT_SUSPENSE)
                .bind("type", BreakType.REVERSAL_UNMATCHED.name())
                .bind("businessDate", night.businessDate())
                .map(CloseBreaks::nothingLeft)
                .forEach(one -> close(one, "the clearing came", closed));
        query(handle, night, LEFT_SUSPENSE)
                .bind("type", BreakType.CURRENCY_MISMATCH.name())
                .bind("businessDate", night.businessDate())
                .map(CloseBreaks::nothingLeft)
                .forEach(one -> close(one, "the program settles in its currency", closed));
        query(handle, night, POSTED_SINCE)
                .bind("businessDate", night.businessDate())
                .map(CloseBreaks::nothingLeft)
                .forEach(one -> close(one, "it was posted", closed));
        LateAuthorizations.of(handle, night, night.by(policy))
                .forEach(one -> close(one, "the authorization came late", closed));
        query(handle, night, PURCHASE_FOUND)
                .bind("night", night.id())
                .bind("businessDate", night.businessDate())
                .map((row, context) -> new ClosingEvent(OpenBreak.read(row), new KnownPurchase()))
                .forEach(one -> close(one, "the purchase became known", closed));
        CompletedNight passed = new CompletedNight(night.businessDate());
        for (OpenBreak open : old(handle, night)) {
            close(new ClosingEvent(open, passed), "thirty days have passed", closed);
        }
        breaks.close(handle, closed, night.closingInstant());
        return closed.size();
    }

    private static void close(ClosingEvent met, String why, Map<UUID, String> closed) {
        OpenBreak open = met.open();
        if (open.closesWith(met.event())) {
            closed.putIfAbsent(open.id(), why);
        }
    }

    private static Query query(Handle handle, Night night, String sql) {
        return handle.createQuery(sql).bind("mode", night.mode().wire());
    }

    private static ClosingEvent nothingLeft(ResultSet row, Object context) throws SQLException {
        return new ClosingEvent(OpenBreak.read(row), new RecomputedDifference(BigInteger.ZERO));
    }

    private static List<OpenBreak> old(Handle handle, Night night) {
        return query(handle, night, OLD)
                .bindArray(
                        "types",
                        String.class,
                        Arrays.stream(BreakType.values())
                                .filter(type -> type.autoClose() == AutoClose.AFTER_THIRTY_DAYS)
                                .map(BreakType::name)
                                .toList())
                .map((row, context) -> OpenBreak.read(row))
                .list();
    }
}
