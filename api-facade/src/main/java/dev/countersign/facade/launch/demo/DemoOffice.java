package dev.countersign.facade.launch.demo;

import dev.countersign.facade.launch.demo.DemoCards.IssuedCards;
import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.month.Months;
import dev.countersign.jobs.month.Months.MonthStatus;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.dispute.QueuedDispute;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * The nights of a demo's history, and what its people do after them: run one date after the other,
 * work on what they find, close a month. All that is asked of the book first, so that a start goes
 * on where the one before ended.
 */
final class DemoOffice {

    /** The time, on the next morning, at which the bank states its movements. */
    private static final LocalTime STATED = LocalTime.of(5, 0);

    private final IssuedCards issued;
    private final Nights nights;
    private final Months months;
    private final DemoBank bank;
    private final DemoOperations operations;
    private final DemoSender network;
    private LocalDate stated = LocalDate.MIN;
    private volatile boolean inNight;

    DemoOffice(
            IssuedCards issued,
            Nights nights,
            Months months,
            DemoBank bank,
            DemoOperations operations,
            DemoSender network) {
        this.issued = issued;
        this.nights = nights;
        this.months = months;
        this.bank = bank;
        this.operations = operations;
        this.network = network;
    }

    /** Goes on with a night that a process left unfinished. */
    void finishTheLast() {
        for (Night newest : nights.queries().list(Mode.SANDBOX, 1)) {
            if (newest.state() != NightState.COMPLETED) {
                var unused = nights.restart(newest.id());
            }
        }
    }

    /** Asks the night that this demo runs to stop. */
    void stopTheNight() {
        if (inNight) {
            for (Night newest : nights.queries().list(Mode.SANDBOX, 1)) {
                if (newest.state() == NightState.RUNNING) {
                    var unused = nights.stop(newest.id());
                }
            }
        }
    }

    /** The date of the next night; far away while the feed has nothing. */
    LocalDate next() {
        return nights.queries()
                .next(Mode.SANDBOX)
                .map(issued.calendar()::nightFrom)
                .orElse(LocalDate.MAX);
    }

    /**
     * Takes over the statements of the dates up to the next night, where they are made.
     *
     * @param fed up to when all messages are decided
     */
    void takeStatements(Instant fed) {
        LocalDate next = next();
        if (next.equals(LocalDate.MAX)) {
            return;
        }
        LocalDate from = stated.equals(LocalDate.MIN) ? next.minusDays(10) : stated.plusDays(1);
        for (LocalDate date = from;
                !date.isAfter(next) && !made(date).isAfter(fed);
                date = date.plusDays(1)) {
            bank.state(date);
            stated = date;
        }
    }

    private static Instant made(LocalDate date) {
        return date.plusDays(1).atTime(STATED).toInstant(ZoneOffset.UTC);
    }

    /** Runs the night of a date; gives whether it completed. */
    boolean run(LocalDate date) {
        inNight = true;
        try {
            NightReport report = nights.runSandbox(date);
            return report.night().state() == NightState.COMPLETED;
        } finally {
            inNight = false;
        }
    }

    /** Does what people do after the nights, and closes the month before the last. */
    void tidyUp() {
        operations.workOnBreaks(issued.calendar());
        operations.workOnDisputes(issued.ordinary());
        decideDisputes();
        close(issued.calendar().closedMonth());
    }

    private void close(YearMonth month) {
        MonthStatus status = months.show(Mode.SANDBOX, month);
        if (status.stage() == Stage.OPEN && status.obstacles().isEmpty()) {
            var unused = months.softClose(Mode.SANDBOX, month, DemoOperations.ACTOR);
        }
    }

    /** The network takes every other dispute, and decides two of the oldest. */
    private void decideDisputes() {
        List<QueuedDispute> undecided = operations.undecided();
        boolean begun =
                undecided.stream()
                        .anyMatch(each -> each.dispute().status() == DisputeStatus.UNDER_REVIEW);
        if (begun || undecided.size() < 2) {
            return;
        }
        List<SimulatedMessage> messages = new ArrayList<>();
        for (int number = 0; number < undecided.size(); number += 2) {
            QueuedDispute each = undecided.get(number);
            messages.add(stage(each, "chargeback", "accepted", 60));
            if (number == 2 || number == 4) {
                messages.add(stage(each, "arbitration", number == 2 ? "won" : "lost", 120));
            }
        }
        network.send(messages);
        network.awaitDecided();
    }

    /** It follows from the dispute alone, so that it is the same message when it is sent again. */
    private static SimulatedMessage stage(
            QueuedDispute about, String kind, String stage, int seconds) {
        Instant at = about.dispute().createdAt().plusSeconds(seconds);
        String id = about.dispute().id().toString();
        Envelope message =
                Envelope.of(kind, about.network().wire(), NamedId.of("demo", id, stage), at)
                        .with("card_id", about.card().toString())
                        .with("refs", "case_id", id)
                        .with("dispute", "stage", stage);
        return new SimulatedMessage(at, about.card().toString(), message.text(), true);
    }
}
