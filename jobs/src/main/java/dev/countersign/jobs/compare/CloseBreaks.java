package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.settlement.AutoClose;
import dev.countersign.reconcile.domain.settlement.BreakClosing;
import dev.countersign.reconcile.domain.settlement.BreakClosing.DifferenceNow;
import dev.countersign.reconcile.domain.settlement.BreakClosing.Event;
import dev.countersign.reconcile.domain.settlement.BreakClosing.GivenBack;
import dev.countersign.reconcile.domain.settlement.BreakClosing.LateAuthorization;
import dev.countersign.reconcile.domain.settlement.BreakClosing.NightPassed;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.store.BreakStore;
import dev.countersign.reconcile.store.GivenBackStore;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Closes differences whose missing side arrived with this night, or that nobody objected to. */
final class CloseBreaks {

    private final BreakStore breaks = new BreakStore();

    private record Open(UUID id, BreakType type, long minor, LocalDate origin) {

        static Open read(ResultSet row) throws SQLException {
            return new Open(
                    row.getObject("id", UUID.class),
                    BreakType.valueOf(row.getString("type")),
                    row.getLong("amount_minor"),
                    row.getObject("origin_date", LocalDate.class));
        }
    }

    private record Met(Open open, Event event) {}

    /**
     * A record that gave something back, beside a difference that it may close.
     *
     * @param minor what the merchant did not take back of it
     * @param clearedMinor what cleared of the purchase
     */
    private record Back(
            Open open,
            UUID record,
            UUID purchase,
            long minor,
            long clearedMinor,
            boolean sameMerchant,
            boolean all) {

        boolean closes() {
            return BreakClosing.closes(
                    open.type(),
                    open.minor(),
                    open.origin(),
                    new GivenBack(minor, sameMerchant, all));
        }
    }

    private record Served(UUID record, UUID purchase) {}

    /**
     * What this night gave back to a cardholder, on whichever card of the chain: refunds that name
     * the purchase, refunds alike it, and reversals of what was posted to it; of a refund what the
     * merchant did not take back. A refund of an earlier date of which this night took back a part
     * is looked at again, for what differed on its own date: what is left may be just that. What is
     * in suspense gave nothing back yet. What was posted and what was identified are found each by
     * its index, earlier refunds by those of their card.
     */
    private static final String GIVEN_BACK =
            """
            with moved as (
                select id, mode, record_type, lineage_id, arn, transaction_id as posted_to,
                       amount_minor, business_date as on_date
                  from settlement_line
                 where mode = :mode
                   and business_date = :businessDate
                   and record_type in ('refund', 'reversal')
                   and transaction_id is not null
                union all
                select id, mode, record_type, lineage_id, arn, identified_transaction_id,
                       amount_minor, identified_on
                  from settlement_line
                 where mode = :mode
                   and identified_on = :businessDate
                   and record_type in ('refund', 'reversal')
            ), given_back as (
                select *
                  from moved
                union
                select refund.id, refund.mode, refund.record_type, refund.lineage_id, refund.arn,
                       moved.posted_to, refund.amount_minor,
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
                   remaining.minor as back_minor,
            """
                    + GivenBackStore.SAME_MERCHANT
                    + ", "
                    + GivenBackStore.ALL_BACK
                    + """
              from given_back line
            """
                    + GivenBackStore.REMAINING_BY_THEN
                    + """
              join clearing on clearing.id = line.id
              join card on card.lineage_id = line.lineage_id
              join break
                on break.mode = line.mode
               and break.card_id = card.id
               and break.state in ('open', 'investigating')
               and break.origin_date <= line.on_date
              join transaction purchase on purchase.id = break.transaction_id
            """
                    + " where "
                    + GivenBackStore.GIVES_BACK
                    + " order by break.origin_date, purchase.id, break.id, line.id";

    /** A reversal that waited in suspense has met the clearing that it takes back. */
    private static final String REVERSAL_MET =
            """
            select break.id, break.type, break.amount_minor, break.origin_date
              from settlement_line line
              join break
                on break.mode = line.mode
               and break.clearing_id = line.id
               and break.type = 'REVERSAL_UNMATCHED'
               and break.state in ('open', 'investigating')
             where line.mode = :mode
               and line.identified_on = :businessDate
            """;

    /** All that a reversal had too much of has cleared since, under the same ARN. */
    private static final String EXCESS_MET =
            """
            select break.id, break.type, break.amount_minor, break.origin_date
              from break
              cross join lateral (
                       select sum(case '1310' when debit_account then amount_minor
                                              when credit_account then -amount_minor
                                  end) as suspended_minor,
                              coalesce(sum(case '5040' when debit_account then amount_minor
                                                       when credit_account then -amount_minor
                                           end), 0) as borne_minor,
                              max(business_date) filter (where event = 'suspense_identified')
                                as identified_on
                         from ledger_entry
                        where ledger_entry.subject = break.clearing_id) book
             where break.mode = :mode
               and break.type = 'REVERSAL_EXCEEDS'
               and break.state in ('open', 'investigating')
               and book.suspended_minor = 0
               and book.borne_minor = 0
               and book.identified_on = :businessDate
            """;

    private static final String LATE_AUTHORIZATION =
            """
            select break.id, break.type, break.amount_minor, break.origin_date
              from break
              join message
                on message.transaction_id = break.transaction_id
               and message.outcome = 'attached'
               and message.kind in ('authorization_request', 'authorization_advice')
             where break.mode = :mode
               and break.type = 'CLEARING_WITHOUT_AUTH'
               and break.state in ('open', 'investigating')
            """;

    private static final String OLD =
            """
            select id, type, amount_minor, origin_date
              from break
             where mode = :mode
               and state in ('open', 'investigating')
               and type = any(:types)
            """;

    long close(Handle handle, Night night) {
        Map<UUID, String> closed = new LinkedHashMap<>();
        givenBack(handle, night)
                .forEach(open -> closed.putIfAbsent(open.id(), GivenBackStore.RESOLUTION));
        meet(handle, night, REVERSAL_MET, CloseBreaks::nothingLeft)
                .forEach(met -> close(met, "the clearing came", closed));
        meet(handle, night, EXCESS_MET, CloseBreaks::nothingLeft)
                .forEach(met -> close(met, "the clearing came", closed));
        meet(handle, night, LATE_AUTHORIZATION, CloseBreaks::lateAuthorization)
                .forEach(met -> close(met, "the authorization came late", closed));
        NightPassed passed = new NightPassed(night.businessDate());
        for (Open open : old(handle, night)) {
            close(new Met(open, passed), "nobody objected", closed);
        }
        breaks.close(handle, closed, night.moment());
        return closed.size();
    }

    private static void close(Met met, String why, Map<UUID, String> closed) {
        Open open = met.open();
        if (BreakClosing.closes(open.type(), open.minor(), open.origin(), met.event())) {
            closed.putIfAbsent(open.id(), why);
        }
    }

    private static List<Met> meet(Handle handle, Night night, String query, RowMapper<Met> mapper) {
        var statement = handle.createQuery(query).bind("mode", night.mode().wire());
        if (query.contains(":businessDate")) {
            statement.bind("businessDate", night.businessDate());
        }
        return statement.map(mapper).list();
    }

    /**
     * The differences that this night's records close, the oldest first. What gives one purchase
     * back is used up by it, and closes no difference of another that is alike.
     */
    private static List<Open> givenBack(Handle handle, Night night) {
        List<Back> backs =
                handle.createQuery(GIVEN_BACK)
                        .bind("mode", night.mode().wire())
                        .bind("businessDate", night.businessDate())
                        .map((row, context) -> back(row))
                        .list();
        Map<UUID, Long> left = new HashMap<>();
        Set<Served> served = new HashSet<>();
        Set<Open> closed = new LinkedHashSet<>();
        for (Back back : backs) {
            Served pair = new Served(back.record(), back.purchase());
            long wholePurchase = served.contains(pair) ? 0 : back.clearedMinor();
            long used = back.all() ? wholePurchase : back.open().minor();
            long has = left.getOrDefault(back.record(), back.minor());
            if (back.closes() && used <= has && closed.add(back.open())) {
                left.put(back.record(), has - used);
                served.add(pair);
            }
        }
        return List.copyOf(closed);
    }

    private static Back back(ResultSet row) throws SQLException {
        return new Back(
                Open.read(row),
                row.getObject("record_id", UUID.class),
                row.getObject("purchase_id", UUID.class),
                row.getLong("back_minor"),
                row.getLong("cleared_minor"),
                row.getBoolean("same_merchant"),
                row.getBoolean("all_back"));
    }

    private static Met nothingLeft(ResultSet row, Object context) throws SQLException {
        return new Met(Open.read(row), new DifferenceNow(BigInteger.ZERO));
    }

    private static Met lateAuthorization(ResultSet row, Object context) throws SQLException {
        return new Met(Open.read(row), new LateAuthorization());
    }

    private static List<Open> old(Handle handle, Night night) {
        return handle.createQuery(OLD)
                .bind("mode", night.mode().wire())
                .bindArray(
                        "types",
                        String.class,
                        Arrays.stream(BreakType.values())
                                .filter(type -> type.autoClose() == AutoClose.AFTER_THIRTY_DAYS)
                                .map(BreakType::name)
                                .toList())
                .map((row, context) -> Open.read(row))
                .list();
    }
}
