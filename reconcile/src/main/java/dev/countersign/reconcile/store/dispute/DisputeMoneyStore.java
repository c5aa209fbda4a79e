package dev.countersign.reconcile.store.dispute;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.Claim;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.DisputeBalance;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.SettledSum;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.WrittenOffPart;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The money of disputes: what cycles settled, and what the ledger has. */
public final class DisputeMoneyStore {

    /**
     * A dispute with its money.
     *
     * @param submitted the network took it, now or before
     */
    public record Row(
            Dispute dispute,
            boolean submitted,
            AccountId account,
            CardId card,
            SettledSum settled,
            DisputeBalance booked) {}

    /** The sum of the records is told as far as a long holds it. */
    private static final String ROWS =
            "select "
                    + DisputeStore.COLUMNS
                    + """
                   , dispute.submitted, dispute.account_id, transaction.card_id,
                   dispute.booked_to_end,
                   coalesce(money.credited, false) as credited,
                   coalesce(money.booked_minor, 0) as booked_minor,
                   coalesce(money.reductions, 0) as reductions,
                   coalesce(money.settled_minor, 0) as booked_settled_minor,
                   coalesce(money.awaited_minor, 0) as awaited_minor,
                   coalesce(money.held_minor, 0) as held_minor,
                   coalesce(money.awaited_entries, 0) as awaited_entries,
                   coalesce(money.written_off_minor, 0) as written_off_minor,
                   coalesce(money.written_off_records_minor, 0) as written_off_records_minor,
                   coalesce(money.written_off_booked_minor, 0) as written_off_booked_minor,
                   coalesce(money.write_offs, 0) as write_offs,
                   settled.records > 0 as settled,
                   least(greatest(settled.minor, -9223372036854775807), 9223372036854775807)::bigint
                     as settled_minor
              from dispute
              join transaction on transaction.id = dispute.transaction_id
              left join dispute_money money on money.dispute_id = dispute.id
             cross join lateral (
                       select count(*) as records,
                              coalesce(sum(case line.direction when 'credit' then line.amount_minor
                                           else -line.amount_minor end), 0) as minor
                         from settlement_line line
                        where line.lineage_id = dispute.id
                          and line.record_type in ('chargeback', 'representment', 'arbitration')) settled
            """;

    private static final String MOVED =
            ROWS
                    + """
             where dispute.mode = :mode
               and (not dispute.booked_to_end
                    or dispute.id in (select line.lineage_id
                                        from settlement_line line
                                       where line.mode = :mode
                                         and line.business_date = :businessDate
                                         and line.record_type in ('chargeback', 'representment',
                                                                  'arbitration')
                                      union all
                                      select line.lineage_id
                                        from settlement_line line
                                       where line.mode = :mode
                                         and line.identified_on = :businessDate
                                         and line.record_type in ('chargeback', 'representment',
                                                                  'arbitration')
                                      union all
                                      select waiting.dispute_id
                                        from dispute_money waiting
                                       where waiting.mode = :mode
                                         and waiting.write_off_pending))
               and dispute.id > :after
             order by dispute.id
             limit :limit
            """;

    /**
     * Disputes that have not ended in the book, or are not in it, of which a cycle settled a record
     * on the date, or one was posted out of suspense, or an operator wrote something off; in the
     * order of their ids.
     */
    public List<Row> moved(Handle handle, Mode mode, LocalDate date, UUID after, int limit) {
        return handle.createQuery(MOVED)
                .bind("mode", mode.wire())
                .bind("businessDate", date)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    /** One dispute of any book, if it is there. */
    public Optional<Row> find(Handle handle, DisputeId id) {
        return handle.select(ROWS + " where dispute.id = ?", id.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    /** Writes what the ledger has of a dispute now; no write-off waits any more. */
    public void updateBalance(Handle handle, Mode mode, DisputeId dispute, DisputeBalance balance) {
        handle.createUpdate(
                        """
                        insert into dispute_money (dispute_id, mode, credited, booked_minor, reductions,
                                                   settled_minor, awaited_minor, held_minor,
                                                   awaited_entries, written_off_booked_minor, write_offs)
                        values (:dispute, :mode, :credited, :minor, :reductions, :settled, :awaited,
                                :held, :entries, :writtenOff, :writeOffs)
                            on conflict (dispute_id) do update
                           set credited = excluded.credited,
                               booked_minor = excluded.booked_minor,
                               reductions = excluded.reductions,
                               settled_minor = excluded.settled_minor,
                               awaited_minor = excluded.awaited_minor,
                               held_minor = excluded.held_minor,
                               awaited_entries = excluded.awaited_entries,
                               written_off_booked_minor = excluded.written_off_booked_minor,
                               write_offs = excluded.write_offs,
                               write_off_pending = false
                        """)
                .bind("dispute", dispute.value())
                .bind("mode", mode.wire())
                .bindMethods(balance)
                .bindMethods(balance.claim())
                .bind("writtenOff", balance.writtenOff().booked())
                .bind("writeOffs", balance.writtenOff().entries())
                .execute();
        if (balance.ended()) { // beside the dispute, so that no night looks for it again
            handle.execute("update dispute set booked_to_end = true where id = ?", dispute.value());
        }
    }

    /** Has the next night book what was written off of a sum of records of a dispute. */
    public void writeOff(Handle handle, DisputeId dispute, long minor, long of) {
        handle.createUpdate(
                        """
                        update dispute_money
                           set written_off_minor = :minor,
                               written_off_records_minor = :of,
                               write_off_pending = true
                         where dispute_id = :dispute
                        """)
                .bind("dispute", dispute.value())
                .bind("minor", minor)
                .bind("of", of)
                .execute();
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                DisputeStore.read(row),
                row.getBoolean("submitted"),
                new AccountId(row.getObject("account_id", UUID.class)),
                new CardId(row.getObject("card_id", UUID.class)),
                new SettledSum(row.getBoolean("settled"), row.getLong("settled_minor")),
                new DisputeBalance(
                        row.getBoolean("credited"),
                        row.getBoolean("booked_to_end"),
                        row.getLong("booked_minor"),
                        row.getInt("reductions"),
                        new Claim(
                                row.getLong("booked_settled_minor"),
                                row.getLong("awaited_minor"),
                                row.getLong("held_minor"),
                                row.getInt("awaited_entries")),
                        new WrittenOffPart(
                                row.getLong("written_off_minor"),
                                row.getLong("written_off_records_minor"),
                                row.getLong("written_off_booked_minor"),
                                row.getInt("write_offs"))));
    }
}
