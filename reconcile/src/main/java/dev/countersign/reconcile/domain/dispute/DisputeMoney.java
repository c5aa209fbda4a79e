package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.ledger.Journals.Undone;
import dev.countersign.reconcile.domain.money.Money;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The money that a dispute moves in the ledger. The cardholder may be credited while the dispute is
 * decided. The network's money comes when the network takes the dispute, and stays or goes back
 * when the dispute ends.
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
     * The amounts that were booked for a dispute.
     *
     * @param credited the cardholder was credited
     * @param funded the network's money is in the book
     * @param ended nothing is booked any more
     * @param minor the amount that is booked; 0 while nothing is
     * @param reductions how many entries took back what the dispute claimed no longer
     */
    public record Standing(
            boolean credited, boolean funded, boolean ended, long minor, int reductions) {

        public static final Standing NOTHING = new Standing(false, false, false, 0, 0);

        private boolean anything() {
            return credited || funded;
        }
    }

    /** The journals that have to be booked, and the standing after them. */
    public record Booking(List<Journal> journals, Standing standing) {}

    /**
     * Returns the bookings that are due for a dispute, each event once.
     *
     * @param submitted the network took it, now or before
     */
    public Booking due(Dispute dispute, boolean submitted, Standing booked, LocalDate date) {
        if (booked.ended()) {
            return new Booking(List.of(), booked);
        }
        Money amount = Money.of(dispute.amountMinor(), dispute.currency());
        DisputeStatus status = dispute.status();
        List<Journal> journals = new ArrayList<>();
        int reductions = booked.reductions();
        if (booked.anything() && booked.minor() > dispute.amountMinor()) {
            Journal reduced = reduced(dispute, booked, date);
            journals.add(reduced);
            reductions += reduced.lines().size() / 2; // two lines are an entry
        }
        boolean creditedNow =
                !booked.credited() && !status.resolved() && credited.contains(dispute.reason());
        if (creditedNow) {
            journals.add(
                    Journals.disputeOpened(
                            entry(date, JournalEvent.DISPUTE_OPENED, dispute), amount));
        }
        boolean fundedNow = !booked.funded() && (submitted || decided(status));
        if (fundedNow) {
            journals.add(
                    Journals.chargebackSettled(
                            entry(date, JournalEvent.CHARGEBACK_SETTLED, dispute), amount));
        }
        boolean isCredited = booked.credited() || creditedNow;
        boolean isFunded = booked.funded() || fundedNow;
        Standing standing =
                new Standing(
                        isCredited,
                        isFunded,
                        status.resolved(),
                        isCredited || isFunded ? dispute.amountMinor() : 0,
                        reductions);
        if (status.resolved()) {
            Journal end = end(dispute, amount, standing, date);
            if (!end.isEmpty()) {
                journals.add(end);
            }
        }
        return new Booking(List.copyOf(journals), standing);
    }

    /** As a withdrawal of what it claims no longer. */
    private static Journal reduced(Dispute dispute, Standing booked, LocalDate date) {
        return Journals.disputeLostByCardholder(
                Entry.of(
                        date,
                        JournalEvent.DISPUTE_REDUCED,
                        dispute.id().value(),
                        booked.reductions()),
                Money.of(booked.minor() - dispute.amountMinor(), dispute.currency()),
                new Undone(booked.funded(), booked.credited()));
    }

    private Journal end(Dispute dispute, Money amount, Standing standing, LocalDate date) {
        Undone undone = new Undone(standing.funded(), standing.credited());
        return switch (dispute.status()) {
            case WON ->
                    Journals.disputeWon(
                            entry(date, JournalEvent.DISPUTE_WON, dispute),
                            amount,
                            standing.credited());
            case LOST -> {
                Entry entry = entry(date, JournalEvent.DISPUTE_LOST, dispute);
                yield lossChargedTo == ChargedParty.CARDHOLDER
                        ? Journals.disputeLostByCardholder(entry, amount, undone)
                        : Journals.disputeLostByIssuer(entry, amount, undone);
            }
            case WITHDRAWN ->
                    Journals.disputeLostByCardholder(
                            entry(date, JournalEvent.DISPUTE_WITHDRAWN, dispute), amount, undone);
            case OPEN, UNDER_REVIEW ->
                    throw new IllegalArgumentException(dispute.id() + " has not ended");
        };
    }

    private static boolean decided(DisputeStatus status) {
        return status == DisputeStatus.WON || status == DisputeStatus.LOST;
    }

    private static Entry entry(LocalDate date, JournalEvent event, Dispute dispute) {
        return Entry.of(date, event, dispute.id().value());
    }
}
