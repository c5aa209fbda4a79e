package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.Booking;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.Claim;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.Settled;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.Standing;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Books the money of disputes that were opened or moved since the night before: over REST, by the
 * network, or by this night.
 */
public final class PostDisputes implements Chunk {

    private static final int DISPUTES_PER_CHUNK = 500;

    private final DisputeMoney money;
    private final JournalStore journals = new JournalStore();
    private final BreakStore breaks = new BreakStore();

    public PostDisputes(DisputeMoney money) {
        this.money = money;
    }

    private record Moved(
            Dispute dispute,
            boolean submitted,
            AccountId account,
            CardId card,
            Settled settled,
            Standing booked) {}

    /**
     * Disputes that have not ended in the book, or are not in it, or of which a cycle settled a
     * record tonight; with the sum of their records, as far as a long holds it.
     */
    private static final String MOVED =
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
                   settled.records > 0 as settled,
                   least(greatest(settled.minor, -9223372036854775807), 9223372036854775807)::bigint
                     as settled_minor
              from dispute
              join transaction on transaction.id = dispute.transaction_id
              left join dispute_money money on money.dispute_id = dispute.id
             cross join lateral (
                       select count(*) as records,
                              coalesce(sum(case line.direction when 'credit' then line.settlement_minor
                                           else -line.settlement_minor end), 0) as minor
                         from settlement_line line
                        where line.lineage_id = dispute.id
                          and line.record_type in ('chargeback', 'representment', 'arbitration')) settled
             where dispute.mode = :mode
               and (not dispute.booked_to_end
                    or dispute.id in (select line.lineage_id
                                        from settlement_line line
                                       where line.mode = :mode
                                         and line.business_date = :businessDate
                                         and line.record_type in ('chargeback', 'representment',
                                                                  'arbitration')))
               and dispute.id > :after
             order by dispute.id
             limit :limit
            """;

    private static final String TOO_MUCH =
            ClasspathSqlLocator.create().locate(PostDisputes.class, "too_much");

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        List<Moved> moved =
                moved(handle, night, after == null ? new UUID(0, 0) : UUID.fromString(after));
        if (moved.isEmpty()) {
            return Done.finished(0, 0);
        }
        List<JournalStore.Booked> booked = new ArrayList<>();
        for (Moved one : moved) {
            Booking due =
                    money.due(
                            one.dispute(),
                            one.submitted(),
                            one.settled(),
                            one.booked(),
                            night.businessDate());
            for (Journal journal : due.journals()) {
                booked.add(
                        new JournalStore.Booked(
                                journal,
                                night.mode(),
                                one.account(),
                                one.card(),
                                one.dispute().transactionId(),
                                null));
            }
            if (!due.standing().equals(one.booked())) {
                stand(handle, night, one.dispute().id(), due.standing());
            }
            if (one.dispute().status() == DisputeStatus.WON && !one.booked().ended()) {
                lookForTooMuch(handle, night, one);
            }
            if (one.settled().any()) {
                compare(handle, night, one, due.standing());
            }
        }
        journals.insert(handle, booked);
        return new Done(
                moved.getLast().dispute().id().value().toString(), moved.size(), booked.size(), 0);
    }

    /** Tells of records that contradict their dispute, as long as they do. */
    private void compare(Handle handle, Night night, Moved one, Standing standing) {
        Dispute dispute = one.dispute();
        long minor = DisputeMoney.contradiction(dispute, one.settled(), standing);
        ObjectNode detail = JsonMapper.shared().createObjectNode();
        detail.put("dispute_id", dispute.id().toString())
                .put("status", dispute.status().wire())
                .put("claimed_minor", dispute.amountMinor())
                .put("settled_minor", one.settled().minor());
        breaks.keepOrResolve(
                handle,
                new TotalsBreak(
                        BreakType.DISPUTE_MISMATCH,
                        dispute.id().value(),
                        night.mode(),
                        night.businessDate(),
                        one.card(),
                        BigInteger.valueOf(minor),
                        dispute.currency(),
                        detail.toString()),
                minor != 0,
                "the network settled what the dispute comes to",
                night.closingInstant());
    }

    /**
     * Tells of what a chargeback that is won gives back above what cleared, since the merchant
     * refunded its purchase as well.
     */
    private void lookForTooMuch(Handle handle, Night night, Moved won) {
        Dispute dispute = won.dispute();
        long tooMuch =
                handle.createQuery(TOO_MUCH)
                        .bind("dispute", dispute.id().value())
                        .bind("businessDate", night.businessDate())
                        .mapTo(Long.class)
                        .one();
        if (tooMuch > 0) {
            Break exceeds =
                    new Break(
                            BreakType.REFUND_EXCEEDS,
                            dispute.id().value(),
                            won.account(),
                            night.mode(),
                            won.card(),
                            dispute.transactionId(),
                            Money.of(tooMuch, dispute.currency()),
                            night.businessDate().atStartOfDay(ZoneOffset.UTC).toInstant());
            breaks.insert(handle, List.of(exceeds));
        }
    }

    private static List<Moved> moved(Handle handle, Night night, UUID after) {
        return handle.createQuery(MOVED)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("after", after)
                .bind("limit", DISPUTES_PER_CHUNK)
                .map((row, context) -> read(row))
                .list();
    }

    private static void stand(Handle handle, Night night, DisputeId dispute, Standing standing) {
        handle.createUpdate(
                        """
                        insert into dispute_money (dispute_id, mode, credited, booked_minor, reductions,
                                                   settled_minor, awaited_minor, held_minor,
                                                   awaited_entries)
                        values (:dispute, :mode, :credited, :minor, :reductions, :settled, :awaited,
                                :held, :entries)
                            on conflict (dispute_id) do update
                           set credited = excluded.credited,
                               booked_minor = excluded.booked_minor,
                               reductions = excluded.reductions,
                               settled_minor = excluded.settled_minor,
                               awaited_minor = excluded.awaited_minor,
                               held_minor = excluded.held_minor,
                               awaited_entries = excluded.awaited_entries
                        """)
                .bind("dispute", dispute.value())
                .bind("mode", night.mode().wire())
                .bind("credited", standing.credited())
                .bind("minor", standing.minor())
                .bind("reductions", standing.reductions())
                .bind("settled", standing.claim().settled())
                .bind("awaited", standing.claim().awaited())
                .bind("held", standing.claim().held())
                .bind("entries", standing.claim().entries())
                .execute();
        if (standing.ended()) { // beside the dispute, so that no night looks for it again
            handle.execute("update dispute set booked_to_end = true where id = ?", dispute.value());
        }
    }

    private static Moved read(ResultSet row) throws SQLException {
        return new Moved(
                DisputeStore.read(row),
                row.getBoolean("submitted"),
                new AccountId(row.getObject("account_id", UUID.class)),
                new CardId(row.getObject("card_id", UUID.class)),
                new Settled(row.getBoolean("settled"), row.getLong("settled_minor")),
                new Standing(
                        row.getBoolean("credited"),
                        row.getBoolean("booked_to_end"),
                        row.getLong("booked_minor"),
                        row.getInt("reductions"),
                        new Claim(
                                row.getLong("booked_settled_minor"),
                                row.getLong("awaited_minor"),
                                row.getLong("held_minor"),
                                row.getInt("awaited_entries"))));
    }
}
