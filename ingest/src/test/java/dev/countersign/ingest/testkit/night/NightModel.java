package dev.countersign.ingest.testkit.night;

import dev.countersign.ingest.simulate.NetworkCycle;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedEvent;
import dev.countersign.ingest.simulate.SimulatedEvent.ApprovedCredit;
import dev.countersign.ingest.simulate.SimulatedEvent.ApprovedPurchase;
import dev.countersign.ingest.simulate.SimulatedEvent.DeclinedPurchase;
import dev.countersign.ingest.simulate.SimulatedEvent.HoldIncrease;
import dev.countersign.ingest.simulate.SimulatedEvent.MerchantRefund;
import dev.countersign.ingest.simulate.SimulatedEvent.OverriddenDecline;
import dev.countersign.ingest.simulate.SimulatedEvent.Presentment;
import dev.countersign.ingest.simulate.SimulatedEvent.PresentmentKind;
import dev.countersign.ingest.simulate.SimulatedEvent.StatedTotal;
import dev.countersign.ingest.simulate.SimulatedLifecycle;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the nights once more, as somebody would with a pencil: knows what every message
 * meant, and so needs no matching.
 */
final class NightModel {

    private final List<SimulatedEvent> events;
    private final Map<String, NightTransaction> asked = new HashMap<>();
    private final List<NightTransaction> transactions = new ArrayList<>();
    private final NightBreaks breaks = new NightBreaks();
    private final NightDisputes disputes = new NightDisputes();
    private final NightBooks books = new NightBooks();

    NightModel(List<SimulatedEvent> events) {
        this.events = List.copyOf(events);
    }

    NightEnds after(LocalDate last) {
        if (!events.isEmpty()) {
            LocalDate first = day(events.getFirst().seen());
            for (LocalDate night = first; !night.isAfter(last); night = night.plusDays(1)) {
                run(night);
            }
        }
        return new NightEnds(
                transactions.stream().map(NightTransaction::line).sorted().toList(),
                breaks.lines(),
                disputes.lines(false),
                disputes.lines(true),
                books.balances(transactions.stream().mapToLong(NightTransaction::held).sum()),
                books.postings(),
                books.cycles(),
                NightActivity.lines(transactions));
    }

    private void run(LocalDate night) {
        List<SimulatedEvent> come =
                events.stream().filter(event -> day(event.seen()).equals(night)).toList();
        come.forEach(this::stream);
        come.forEach(event -> settle(event, night));
        withdraw(night);
        transactions.forEach(transaction -> transaction.expire(night));
        breaks.close(come, night);
        come.forEach(event -> compare(event, night));
        disputes.decide(come, breaks.all(), night);
    }

    /** Applies what the stream makes of an event at once. */
    private void stream(SimulatedEvent event) {
        switch (event) {
            case ApprovedPurchase approved -> ask(NightTransaction.of(approved));
            case DeclinedPurchase declined -> ask(NightTransaction.of(declined));
            case OverriddenDecline overridden -> {
                NightTransaction transaction = known(overridden.reference());
                transaction.override(overridden);
                breaks.about(
                        transaction, "STIP_OVERRIDE", overridden.amount(), day(overridden.seen()));
            }
            case HoldIncrease increased -> known(increased.reference()).increase(increased);
            case ApprovedCredit back -> known(back.reference()).giveBack(back.amount());
            case MerchantRefund refunded -> transactions.add(NightTransaction.of(refunded));
            case Presentment presented -> {}
            case StatedTotal totalled -> {}
        }
    }

    private void settle(SimulatedEvent event, LocalDate night) {
        if (event instanceof Presentment presented) {
            present(presented, night);
        } else if (event instanceof MerchantRefund refunded) {
            books.refund(cycle(refunded.card(), refunded.at()), refunded.amount(), night);
        }
    }

    private void present(Presentment presented, LocalDate night) {
        NightTransaction transaction =
                switch (presented.kind()) {
                    case AFTER_DECLINE, FORCED, TWICE -> beside(presented);
                    default -> cleared(presented);
                };
        String type = wrong(presented);
        if (type != null) {
            long difference = presented.difference();
            breaks.about(
                    transaction, type, difference == 0 ? presented.amount() : difference, night);
        }
        books.present(cycle(presented.card(), presented.at()), presented.amount(), night);
    }

    private NightTransaction beside(Presentment presented) {
        NightTransaction made = NightTransaction.beside(presented);
        transactions.add(made);
        return made;
    }

    private NightTransaction cleared(Presentment presented) {
        NightTransaction transaction = known(presented.reference());
        transaction.clear(presented.amount(), presented.kind() == PresentmentKind.PART);
        return transaction;
    }

    /** The type of the break about a presentment; null where nothing is wrong with it. */
    private static @Nullable String wrong(Presentment presented) {
        return switch (presented.kind()) {
            case LAST, PART -> null;
            case OVER -> "AMOUNT_OVER";
            case OTHER_RATE -> presented.difference() == 0 ? null : "FX_VARIANCE";
            case LATE -> "LATE_PRESENTMENT";
            case AFTER_REVERSAL -> "CLEARED_AFTER_REVERSAL";
            case AFTER_DECLINE -> "CLEARED_AFTER_DECLINE";
            case FORCED -> "CLEARING_WITHOUT_AUTH";
            case TWICE -> "DUPLICATE_CLEARING";
        };
    }

    /** Cash is a single message: no clearing follows it. */
    private void withdraw(LocalDate night) {
        for (NightTransaction transaction : transactions) {
            if (transaction.cash() && transaction.authorized()) {
                transaction.clear(transaction.shown(), false);
                books.withdraw(transaction.cleared(), night);
            }
        }
    }

    /** Compares a cycle with what the network says that it comes to. */
    private void compare(SimulatedEvent event, LocalDate night) {
        if (event instanceof StatedTotal total) {
            books.charge(total.cycle(), night);
            LocalDate date = total.cycle().settlementDate();
            if (total.error() == 0) {
                breaks.closeTotals(date);
            } else {
                breaks.betweenTotals(date, total.error(), night);
            }
        }
    }

    private void ask(NightTransaction transaction) {
        transactions.add(transaction);
        asked.put(transaction.reference(), transaction);
    }

    private NightTransaction known(String reference) {
        NightTransaction transaction = asked.get(reference);
        if (transaction == null) {
            throw new IllegalStateException("nobody asked for " + reference);
        }
        return transaction;
    }

    private static NetworkCycle.Key cycle(SimulatedCard card, Instant at) {
        return new NetworkCycle.Key(
                card.network().wire(), card.currency(), SimulatedLifecycle.settlementDate(at));
    }

    private static LocalDate day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }
}
