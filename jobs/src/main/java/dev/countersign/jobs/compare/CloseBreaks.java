package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.settlement.AutoClose;
import dev.countersign.reconcile.domain.settlement.BreakClosing;
import dev.countersign.reconcile.domain.settlement.BreakClosing.DifferenceNow;
import dev.countersign.reconcile.domain.settlement.BreakClosing.Event;
import dev.countersign.reconcile.domain.settlement.BreakClosing.LateAuthorization;
import dev.countersign.reconcile.domain.settlement.BreakClosing.NightPassed;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.store.BreakStore;
import dev.countersign.reconcile.store.GivenBackStore;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Closes differences whose missing side arrived with this night, or that nobody objected to. */
final class CloseBreaks {

    private final ClearingPolicy policy;
    private final BreakStore breaks = new BreakStore();

    CloseBreaks(ClearingPolicy policy) {
        this.policy = policy;
    }

    private record Met(OpenBreak open, Event event) {}

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

    /**
     * A request, or an approval in stand-in, that came after what cleared without it: one record or
     * several, each a force post of its own, of which it is attached to one. With what cleared of
     * them up to the one in question, which would have been compared had it come first. What
     * cleared beside an authorization is not what such a message is about.
     */
    private static final String LATE_AUTHORIZATION =
            """
            select break.id, break.type, break.amount_minor, break.origin_date,
                   message.amount_minor as authorized_minor,
                   (select sum(part.cleared_minor)
                      from transaction part
                     where part.card_id = transaction.card_id
                       and part.id <= transaction.id
                       and (part.id = transaction.id
                            or part.network_txn_id = transaction.network_txn_id)
                       and part.origin = 'force_post') as cleared_minor,
                   transaction.currency, transaction.merchant_mcc,
                   transaction.merchant_currency <> transaction.currency as foreign
              from break
              join transaction on transaction.id = break.transaction_id
              left join settlement_line line on line.id = break.clearing_id
              left join transaction beside on beside.id = line.linked_transaction_id
              join transaction attached
                on attached.card_id = transaction.card_id
               and (attached.id = transaction.id
                    or attached.network_txn_id = transaction.network_txn_id)
               and attached.origin = 'force_post'
              join message
                on message.transaction_id = attached.id
               and message.outcome = 'attached'
               and message.kind in ('authorization_request', 'authorization_advice')
               and message.decline_code is null
              join night_cut cut
                on cut.night_id = :night
               and cut.partition = message.feed_partition
               and cut.next_offset > message.feed_offset
             where break.mode = :mode
               and break.type in ('CLEARING_WITHOUT_AUTH', 'DUPLICATE_CLEARING',
                                  'CLEARED_AFTER_DECLINE')
               and break.state in ('open', 'investigating')
               and (beside.id is null
                    or beside.origin = 'force_post'
                    or break.type = 'CLEARED_AFTER_DECLINE')
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
        CameBack.answered(handle, night)
                .forEach(open -> closed.putIfAbsent(open.id(), GivenBackStore.RESOLUTION));
        for (String met : List.of(REVERSAL_MET, EXCESS_MET)) {
            query(handle, night, met)
                    .bind("businessDate", night.businessDate())
                    .map(CloseBreaks::nothingLeft)
                    .forEach(one -> close(one, "the clearing came", closed));
        }
        query(handle, night, LATE_AUTHORIZATION)
                .bind("night", night.id())
                .map(this::lateAuthorization)
                .forEach(one -> close(one, "the authorization came late", closed));
        NightPassed passed = new NightPassed(night.businessDate());
        for (OpenBreak open : old(handle, night)) {
            close(new Met(open, passed), "nobody objected", closed);
        }
        breaks.close(handle, closed, night.moment());
        return closed.size();
    }

    private static void close(Met met, String why, Map<UUID, String> closed) {
        OpenBreak open = met.open();
        if (BreakClosing.closes(open.type(), open.minor(), open.origin(), met.event())) {
            closed.putIfAbsent(open.id(), why);
        }
    }

    private static Query query(Handle handle, Night night, String sql) {
        return handle.createQuery(sql).bind("mode", night.mode().wire());
    }

    private static Met nothingLeft(ResultSet row, Object context) throws SQLException {
        return new Met(OpenBreak.read(row), new DifferenceNow(BigInteger.ZERO));
    }

    private Met lateAuthorization(ResultSet row, Object context) throws SQLException {
        long authorized = row.getLong("authorized_minor");
        long ceiling =
                policy.ceiling(
                        row.getString("merchant_mcc"),
                        row.getBoolean("foreign") ? policy.withDrift(authorized) : authorized,
                        Currency.getInstance(row.getString("currency")));
        return new Met(
                OpenBreak.read(row), new LateAuthorization(row.getLong("cleared_minor"), ceiling));
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
