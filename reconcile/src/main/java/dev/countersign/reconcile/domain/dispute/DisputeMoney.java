package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The money that a dispute moves in the ledger beside its records in settlement cycles. The
 * cardholder may be credited while the dispute is decided. What the network is to settle, and no
 * cycle has settled, is awaited; what a cycle settles is booked with its record, once, and awaited
 * no more. When the dispute ends, what the network paid goes to whom it belongs.
 *
 * @param credited reasons for which the cardholder is credited at once. Where a payment was not
 *     authorised the law demands it; where a merchant made a mistake nobody does
 * @param lossChargedTo who is charged what was credited when the dispute is lost
 */
public record DisputeMoney(Set<DisputeReason> credited, ChargedParty lossChargedTo) {

    public static final DisputeMoney DEFAULT =
            new DisputeMoney(Set.of(DisputeReason.FRAUD), ChargedParty.CARDHOLDER);

    /** The party that takes a loss. */
    public enum ChargedParty implements Wire {
        CARDHOLDER,
        ISSUER
    }

    public DisputeMoney {
        credited = Set.copyOf(credited);
    }

    /**
     * The sum of a dispute's records in settlement cycles.
     *
     * @param any false while no cycle settled one
     * @param minor what the network paid, less what it took back
     */
    public record SettledSum(boolean any, long minor) {

        public static final SettledSum NOTHING = new SettledSum(false, 0);
    }

    /**
     * The amounts that stand with the network for a dispute.
     *
     * @param settled what cycles settled so far
     * @param awaited what it is to settle beyond that, below 0 what it is to take back
     * @param held what lies on the account of funds held: nothing, once the dispute has ended as
     *     the network settled it
     * @param entries how many entries changed what is awaited
     */
    public record Claim(long settled, long awaited, long held, int entries) {

        public static final Claim NOTHING = new Claim(0, 0, 0, 0);
    }

    /**
     * The part of a dispute's records that an operator wrote off, since it contradicts the dispute.
     * It stands while the records come to the sum of which it was written off.
     *
     * @param minor above 0 what the network paid too much, below 0 what it did not pay
     * @param recordsMinor the sum of the records
     * @param booked what the ledger has of it
     * @param entries how many entries changed that
     */
    public record WrittenOffPart(long minor, long recordsMinor, long booked, int entries) {

        public static final WrittenOffPart NOTHING = new WrittenOffPart(0, 0, 0, 0);

        /** The records without what was written off of them. */
        public SettledSum left(SettledSum settled) {
            return new SettledSum(settled.any(), minus(settled.minor(), due(settled)));
        }

        private long due(SettledSum settled) {
            return settled.minor() == recordsMinor ? minor : 0;
        }
    }

    /**
     * The amounts that were booked for a dispute.
     *
     * @param credited the cardholder was credited
     * @param ended the dispute has ended in the book: only records of cycles still change it
     * @param minor the amount that was credited; 0 while nothing is
     * @param reductions how many entries took back what the dispute claimed no longer
     */
    public record DisputeBalance(
            boolean credited,
            boolean ended,
            long minor,
            int reductions,
            Claim claim,
            WrittenOffPart writtenOff) {

        public static final DisputeBalance NOTHING =
                new DisputeBalance(false, false, 0, 0, Claim.NOTHING, WrittenOffPart.NOTHING);
    }

    /** The journals that have to be booked, and the standing after them. */
    public record Booking(List<Journal> journals, DisputeBalance balance) {}

    /**
     * Returns the bookings that are due for a dispute, each event once.
     *
     * @param submitted the network took it, now or before
     * @param settled what its records in settlement cycles come to, which are booked
     */
    public Booking due(
            Dispute dispute,
            boolean submitted,
            SettledSum settled,
            DisputeBalance booked,
            LocalDate date) {
        List<Journal> journals = new ArrayList<>();
        DisputeBalance credit = booked.ended() ? booked : credit(dispute, booked, date, journals);
        WrittenOffPart writtenOff = writtenOff(dispute, settled, booked, date, journals);
        Claim claim = claim(dispute, submitted, writtenOff.left(settled), booked, date, journals);
        boolean endsNow = dispute.status().resolved() && !booked.ended();
        if (endsNow) {
            journals.add(end(dispute, credit, date));
            if (dispute.status() == DisputeStatus.WON) {
                long held = minus(claim.held(), dispute.amountMinor());
                claim = new Claim(claim.settled(), claim.awaited(), held, claim.entries());
            }
        }
        return new Booking(
                journals.stream().filter(journal -> !journal.isEmpty()).toList(),
                new DisputeBalance(
                        credit.credited(),
                        dispute.status().resolved(),
                        credit.minor(),
                        credit.reductions(),
                        claim,
                        writtenOff));
    }

    /** Returns the standing with the cardholder after what is due. */
    private DisputeBalance credit(
            Dispute dispute, DisputeBalance booked, LocalDate date, List<Journal> journals) {
        int reductions = booked.reductions();
        if (booked.credited() && booked.minor() > dispute.amountMinor()) {
            journals.add(
                    Journals.disputeLostByCardholder(
                            Entry.of(
                                    date,
                                    JournalEvent.DISPUTE_REDUCED,
                                    dispute.id().value(),
                                    reductions),
                            money(dispute, booked.minor() - dispute.amountMinor())));
            reductions++;
        }
        boolean now =
                !booked.credited()
                        && !dispute.status().resolved()
                        && credited.contains(dispute.reason());
        if (now) {
            journals.add(
                    Journals.disputeOpened(
                            entry(date, JournalEvent.DISPUTE_OPENED, dispute),
                            money(dispute, dispute.amountMinor())));
        }
        boolean isCredited = booked.credited() || now;
        return new DisputeBalance(
                isCredited,
                false,
                isCredited ? dispute.amountMinor() : 0,
                reductions,
                booked.claim(),
                booked.writtenOff());
    }

    /** Returns what is written off after what is due of it. */
    private static WrittenOffPart writtenOff(
            Dispute dispute,
            SettledSum settled,
            DisputeBalance booked,
            LocalDate date,
            List<Journal> journals) {
        WrittenOffPart before = booked.writtenOff();
        long due = before.due(settled);
        if (due == before.booked()) {
            return before;
        }
        journals.add(
                Journals.disputeWrittenOff(
                        Entry.of(
                                date,
                                JournalEvent.DISPUTE_WRITTEN_OFF,
                                dispute.id().value(),
                                before.entries()),
                        minus(due, before.booked()),
                        money(dispute, 0).currency()));
        return new WrittenOffPart(before.minor(), before.recordsMinor(), due, before.entries() + 1);
    }

    /**
     * Returns what has to be written off in all, so that the records of a dispute contradict it no
     * more: what is left of them is then what the dispute comes to.
     *
     * @return what is written off already, where nothing contradicts
     */
    public static WrittenOffPart writeOff(
            Dispute dispute, SettledSum settled, DisputeBalance balance) {
        WrittenOffPart before = balance.writtenOff();
        SettledSum left = before.left(settled);
        if (contradiction(dispute, left, balance) == 0) {
            return before;
        }
        long fits =
                balance.ended()
                        ? dispute.status() == DisputeStatus.WON ? dispute.amountMinor() : 0
                        : Math.clamp(left.minor(), 0, dispute.amountMinor());
        return new WrittenOffPart(
                minus(settled.minor(), fits), settled.minor(), before.booked(), before.entries());
    }

    /** Returns the standing with the network after what is due, before the dispute ends. */
    private static Claim claim(
            Dispute dispute,
            boolean submitted,
            SettledSum settled,
            DisputeBalance booked,
            LocalDate date,
            List<Journal> journals) {
        Claim before = booked.claim();
        long come = minus(settled.minor(), before.settled());
        long awaited =
                booked.ended()
                        ? left(before.awaited(), come)
                        : minus(expected(dispute, submitted, settled), settled.minor());
        long change = minus(awaited, before.awaited());
        if (change == 0) {
            return new Claim(settled.minor(), awaited, before.held() + come, before.entries());
        }
        journals.add(
                Journals.disputeAwaited(
                        Entry.of(
                                date,
                                JournalEvent.DISPUTE_AWAITED,
                                dispute.id().value(),
                                before.entries()),
                        change,
                        money(dispute, 0).currency()));
        return new Claim(
                settled.minor(), awaited, before.held() + come + change, before.entries() + 1);
    }

    /**
     * Returns what the network is to have paid in all. While a dispute is decided its records say
     * what that is; without one, the network pays when it takes the dispute.
     */
    private static long expected(Dispute dispute, boolean submitted, SettledSum settled) {
        return switch (dispute.status()) {
            case WON -> dispute.amountMinor();
            case LOST, WITHDRAWN -> 0;
            case OPEN, UNDER_REVIEW ->
                    settled.any() ? settled.minor() : submitted ? dispute.amountMinor() : 0;
        };
    }

    /** Returns what is still awaited when a record of an ended dispute comes. */
    private static long left(long awaited, long come) {
        if (awaited > 0) {
            return awaited - Math.clamp(come, 0, awaited);
        }
        return awaited - Math.clamp(come, awaited, 0);
    }

    private Journal end(Dispute dispute, DisputeBalance credit, LocalDate date) {
        Money amount = money(dispute, dispute.amountMinor());
        Money returned = money(dispute, credit.minor());
        return switch (dispute.status()) {
            case WON ->
                    Journals.disputeWon(
                            entry(date, JournalEvent.DISPUTE_WON, dispute),
                            amount,
                            credit.credited());
            case LOST -> {
                Entry entry = entry(date, JournalEvent.DISPUTE_LOST, dispute);
                yield lossChargedTo == ChargedParty.CARDHOLDER
                        ? Journals.disputeLostByCardholder(entry, returned)
                        : Journals.disputeLostByIssuer(entry, returned);
            }
            case WITHDRAWN ->
                    Journals.disputeLostByCardholder(
                            entry(date, JournalEvent.DISPUTE_WITHDRAWN, dispute), returned);
            case OPEN, UNDER_REVIEW ->
                    throw new IllegalArgumentException(dispute.id() + " has not ended");
        };
    }

    /**
     * Returns the amount by which the records of a dispute, without what was written off of them,
     * contradict it: more than it claims, more taken back than was paid, or another outcome than
     * its own. Nothing while the network has not settled all that it is to settle, and can.
     */
    public static long contradiction(Dispute dispute, SettledSum settled, DisputeBalance balance) {
        if (!settled.any()) {
            return 0;
        }
        long paid = settled.minor();
        long claimed = dispute.amountMinor();
        if (paid < 0) {
            return -paid;
        }
        if (paid > claimed) {
            return paid - claimed;
        }
        if (!balance.ended()) {
            return 0;
        }
        if (balance.claim().held() != 0) {
            return Math.abs(balance.claim().held());
        }
        boolean inPart = dispute.status() == DisputeStatus.WON && paid != 0;
        return inPart ? claimed - paid : 0;
    }

    /** The difference, or the largest amount there is: no sum of records stops a night. */
    private static long minus(long from, long amount) {
        long difference = from - amount;
        boolean overflows = ((from ^ amount) & (from ^ difference)) < 0;
        return overflows ? (from < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE) : difference;
    }

    private static Money money(Dispute dispute, long minor) {
        return Money.of(minor, dispute.currency());
    }

    private static Entry entry(LocalDate date, JournalEvent event, Dispute dispute) {
        return Entry.of(date, event, dispute.id().value());
    }
}
