package dev.countersign.ingest.testkit.night;

import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedEvent.ApprovedPurchase;
import dev.countersign.ingest.simulate.SimulatedEvent.DeclinedPurchase;
import dev.countersign.ingest.simulate.SimulatedEvent.HoldIncrease;
import dev.countersign.ingest.simulate.SimulatedEvent.MerchantRefund;
import dev.countersign.ingest.simulate.SimulatedEvent.OverriddenDecline;
import dev.countersign.ingest.simulate.SimulatedEvent.Presentment;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A transaction, with what the stream and the nights make of it. */
final class NightTransaction {

    private static final int GRACE_DAYS = 2;

    private final String reference;
    private final SimulatedCard card;
    private final LocalDate day;
    private final SortedMap<LocalDate, Long> increments = new TreeMap<>();
    private String status;
    private long shown;
    private long held;
    private long cleared;
    private long expired;
    private @Nullable LocalDate holdUntil;
    private boolean cash;
    private boolean forced;
    private boolean refund;
    private boolean transit;

    private NightTransaction(
            String reference, SimulatedCard card, Instant at, String status, long shown) {
        this.reference = reference;
        this.card = card;
        this.day = day(at);
        this.status = status;
        this.shown = shown;
    }

    static NightTransaction of(ApprovedPurchase approved) {
        NightTransaction made =
                new NightTransaction(
                        approved.reference(),
                        approved.card(),
                        approved.at(),
                        "authorized",
                        approved.amount());
        made.held = approved.amount();
        made.cash = approved.cash();
        made.transit = approved.transit();
        made.holdUntil = approved.cash() ? null : made.day.plusDays(approved.holdDays());
        return made;
    }

    static NightTransaction of(DeclinedPurchase declined) {
        return new NightTransaction(
                declined.reference(),
                declined.card(),
                declined.at(),
                "declined",
                declined.amount());
    }

    static NightTransaction of(MerchantRefund refunded) {
        NightTransaction made =
                settled(refunded.reference(), refunded.card(), refunded.at(), refunded.amount());
        made.refund = true;
        return made;
    }

    /** Creates the transaction that is posted beside whatever was asked for. */
    static NightTransaction beside(Presentment presented) {
        NightTransaction made =
                settled(
                        presented.reference(),
                        presented.card(),
                        presented.at(),
                        presented.amount());
        made.forced = true;
        made.transit = presented.transit();
        return made;
    }

    private static NightTransaction settled(
            String reference, SimulatedCard card, Instant at, long amount) {
        NightTransaction made = new NightTransaction(reference, card, at, "settled", amount);
        made.cleared = amount;
        return made;
    }

    // ---- what happens to it

    void override(OverriddenDecline overridden) {
        status = "authorized";
        shown = overridden.amount();
        held = overridden.amount();
        holdUntil = day.plusDays(overridden.holdDays());
    }

    void increase(HoldIncrease increased) {
        shown += increased.amount();
        held += increased.amount();
        increments.merge(day(increased.seen()), increased.amount(), Long::sum);
    }

    void giveBack(long amount) {
        held -= amount;
        if (held == 0) {
            status = "reversed";
        } else {
            shown = held;
        }
    }

    /**
     * Posts an amount to what was asked for.
     *
     * @param more whether more will come
     */
    void clear(long amount, boolean more) {
        cleared += amount;
        shown = cleared;
        held = more ? Math.max(0, held - amount) : 0;
        status = "settled";
    }

    /** Lets a hold go whose days, and those of grace, are over. */
    void expire(LocalDate night) {
        if (held > 0 && holdUntil != null && holdUntil.plusDays(GRACE_DAYS).isBefore(night)) {
            expired += held;
            held = 0;
            if (cleared == 0) {
                status = "reversed";
            }
        }
    }

    // ---- what it is then

    String reference() {
        return reference;
    }

    SimulatedCard card() {
        return card;
    }

    LocalDate day() {
        return day;
    }

    long shown() {
        return shown;
    }

    long held() {
        return held;
    }

    long cleared() {
        return cleared;
    }

    long expired() {
        return expired;
    }

    boolean authorized() {
        return status.equals("authorized");
    }

    boolean declined() {
        return status.equals("declined");
    }

    boolean cash() {
        return cash;
    }

    boolean forced() {
        return forced;
    }

    boolean refund() {
        return refund;
    }

    boolean transit() {
        return transit;
    }

    /** Returns the amounts that count, by day. Increments count on their own. */
    Map<LocalDate, Long> counted() {
        Map<LocalDate, Long> counted = new HashMap<>();
        long all = refund ? 0 : held + cleared;
        if (all > 0) {
            long more = 0;
            for (Map.Entry<LocalDate, Long> increment : increments.entrySet()) {
                counted.merge(increment.getKey(), increment.getValue(), Long::sum);
                more += increment.getValue();
            }
            counted.merge(day, all - more, Long::sum);
        }
        return counted;
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%s %s %d held %d cleared %d",
                reference,
                status,
                shown,
                held,
                cleared);
    }

    private static LocalDate day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }
}
