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
import dev.countersign.reconcile.domain.dispute.DisputeMoney.DisputeBalance;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.dispute.DisputeMoneyStore;
import dev.countersign.reconcile.store.dispute.DisputeMoneyStore.Row;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.math.BigInteger;
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
 * network, or by this night; and what operators wrote off of them.
 */
public final class PostDisputes implements Chunk {

    private static final int DISPUTES_PER_CHUNK = 500;

    private final DisputeMoney money;
    private final DisputeMoneyStore disputes = new DisputeMoneyStore();
    private final JournalStore journals = new JournalStore();
    private final BreakStore breaks = new BreakStore();

    public PostDisputes(DisputeMoney money) {
        this.money = money;
    }

    private static final String TOO_MUCH =
            ClasspathSqlLocator.create().locate(PostDisputes.class, "too_much");

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        List<Row> moved =
                disputes.moved(
                        handle,
                        night.mode(),
                        night.businessDate(),
                        after == null ? new UUID(0, 0) : UUID.fromString(after),
                        DISPUTES_PER_CHUNK);
        if (moved.isEmpty()) {
            return ChunkResult.finished(0, 0);
        }
        List<JournalStore.BookedJournal> booked = new ArrayList<>();
        for (Row one : moved) {
            Booking due =
                    money.due(
                            one.dispute(),
                            one.submitted(),
                            one.settled(),
                            one.booked(),
                            night.businessDate());
            for (Journal journal : due.journals()) {
                booked.add(
                        new JournalStore.BookedJournal(
                                journal,
                                night.mode(),
                                one.account(),
                                one.card(),
                                one.dispute().transactionId(),
                                null));
            }
            if (!due.balance().equals(one.booked())) {
                disputes.updateBalance(handle, night.mode(), one.dispute().id(), due.balance());
            }
            if (one.dispute().status() == DisputeStatus.WON && !one.booked().ended()) {
                reportExcess(handle, night, one);
            }
            if (one.settled().any()) {
                compare(handle, night, one, due.balance());
            }
        }
        journals.insert(handle, booked);
        return new ChunkResult(
                moved.getLast().dispute().id().value().toString(), moved.size(), booked.size(), 0);
    }

    /** Tells of records that contradict their dispute, as long as they do. */
    private void compare(Handle handle, Night night, Row one, DisputeBalance balance) {
        Dispute dispute = one.dispute();
        long minor =
                DisputeMoney.contradiction(
                        dispute, balance.writtenOff().left(one.settled()), balance);
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
    private void reportExcess(Handle handle, Night night, Row won) {
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
}
