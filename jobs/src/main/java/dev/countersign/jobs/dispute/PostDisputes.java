package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.Booking;
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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

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
            Dispute dispute, boolean submitted, AccountId account, CardId card, Standing booked) {}

    /** Disputes that have not ended in the book, or are not in it. */
    private static final String MOVED =
            "select "
                    + DisputeStore.COLUMNS
                    + """
                   , dispute.submitted, dispute.account_id, transaction.card_id,
                   coalesce(money.credited, false) as credited,
                   coalesce(money.funded, false) as funded,
                   coalesce(money.booked_minor, 0) as booked_minor,
                   coalesce(money.reductions, 0) as reductions
              from dispute
              join transaction on transaction.id = dispute.transaction_id
              left join dispute_money money on money.dispute_id = dispute.id
             where dispute.mode = :mode
               and not dispute.booked_to_end
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
                    money.due(one.dispute(), one.submitted(), one.booked(), night.businessDate());
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
            if (one.dispute().status() == DisputeStatus.WON) {
                lookForTooMuch(handle, night, one);
            }
        }
        journals.insert(handle, booked);
        return new Done(
                moved.getLast().dispute().id().value().toString(), moved.size(), booked.size(), 0);
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
                .bind("after", after)
                .bind("limit", DISPUTES_PER_CHUNK)
                .map((row, context) -> read(row))
                .list();
    }

    private static void stand(Handle handle, Night night, DisputeId dispute, Standing standing) {
        handle.createUpdate(
                        """
                        insert into dispute_money (dispute_id, mode, credited, funded, booked_minor,
                                                   reductions)
                        values (:dispute, :mode, :credited, :funded, :minor, :reductions)
                            on conflict (dispute_id) do update
                           set credited = excluded.credited,
                               funded = excluded.funded,
                               booked_minor = excluded.booked_minor,
                               reductions = excluded.reductions
                        """)
                .bind("dispute", dispute.value())
                .bind("mode", night.mode().wire())
                .bind("credited", standing.credited())
                .bind("funded", standing.funded())
                .bind("minor", standing.minor())
                .bind("reductions", standing.reductions())
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
                new Standing(
                        row.getBoolean("credited"),
                        row.getBoolean("funded"),
                        false,
                        row.getLong("booked_minor"),
                        row.getInt("reductions")));
    }
}
