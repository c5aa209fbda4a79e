package dev.countersign.facade.launch.demo;

import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.breaks.BreakFilter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.dispute.DisputeProposal;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.QueuedDispute;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionFilter;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import dev.countersign.reconcile.service.operations.Disputes.NewDispute;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Works on the breaks and disputes of a demo: of months that are over most is done, of the one that
 * is open some. What to do follows from the identifier of each, and what is done is not done again.
 */
record DemoOperations(
        Reconcile book, Book sandbox, Breaks breaks, DisputeQueue disputes, InstantSource clock) {

    /** The actor of the demo on the audit trail. */
    static final String ACTOR = "demo";

    private static final int PAGE = 200;
    private static final String EVIDENCE =
            "{\"statement\":\"The cardholder was at work, and has the"
                    + " card.\",\"police_report\":true}";

    // ---- breaks

    /** Works on every break that no operator has worked on. */
    void workOnBreaks(DemoCalendar calendar) {
        LocalDate monthEnd = calendar.closableMonth().atEndOfMonth();
        for (BreakRecord entry : open()) {
            if (entry.resolution() == null) {
                if (entry.origin().isAfter(monthEnd)) {
                    workOnNew(entry);
                } else {
                    workOnOld(entry);
                }
            }
        }
    }

    private List<BreakRecord> open() {
        BreakFilter filter = new BreakFilter(Mode.SANDBOX, null, BreakState.OPEN, null, null, null);
        List<BreakRecord> all = new ArrayList<>();
        BreakId after = null;
        List<BreakRecord> page;
        do {
            page = breaks.list(filter, after, PAGE);
            all.addAll(page);
            after = page.isEmpty() ? null : page.getLast().id();
        } while (page.size() == PAGE);
        return all;
    }

    /** Before a month is closed everything severe is explained, and most of the rest is settled. */
    private void workOnOld(BreakRecord entry) {
        if (entry.severity() == Severity.CRITICAL
                || entry.severity() == Severity.HIGH
                || breaks.needsApproval(entry)
                || oneOf(entry.id().value(), 7) == 0) {
            explain(entry);
        } else {
            String why = found(entry.type());
            doing(
                    "breaks resolve",
                    entry.id().toString(),
                    why,
                    () -> breaks.resolve(entry.id(), why, ACTOR));
        }
    }

    private void workOnNew(BreakRecord entry) {
        if (entry.type() == BreakType.CURRENCY_MISMATCH) {
            explain(entry);
            return;
        }
        switch (oneOf(entry.id().value(), 5)) {
            case 0 -> assign(entry);
            case 1 -> explain(entry);
            default -> {
                // No operator has worked on it yet.
            }
        }
    }

    private void assign(BreakRecord entry) {
        doing(
                "breaks assign",
                entry.id().toString(),
                ACTOR,
                () -> breaks.assign(entry.id(), ACTOR, ACTOR));
    }

    private void explain(BreakRecord entry) {
        String why = found(entry.type());
        doing(
                "breaks explain",
                entry.id().toString(),
                why,
                () -> breaks.explain(entry.id(), why, ACTOR));
    }

    private static String found(BreakType type) {
        return switch (type) {
            case TOTALS_MISMATCH -> "The network announced a corrected total.";
            case BANK_MISMATCH -> "The bank moves the rest with the next payment.";
            case AMOUNT_OVER -> "The cardholder confirmed the amount.";
            case DUPLICATE_CLEARING -> "The merchant confirmed two purchases of the same amount.";
            case CLEARED_AFTER_DECLINE, CLEARED_AFTER_REVERSAL ->
                    "The cardholder took the goods and accepts the charge.";
            case CLEARING_WITHOUT_AUTH -> "The merchant was offline; the slip is signed.";
            case LATE_PRESENTMENT -> "The merchant presented late; the cardholder accepts it.";
            case CURRENCY_MISMATCH -> "The acquirer sends the record again in the card's currency.";
            case FX_VARIANCE -> "The rate of the day explains it.";
            case STIP_OVERRIDE -> "The network stood in while the link was down.";
            default -> "Looked into; nothing is missing.";
        };
    }

    // ---- disputes

    /** Opens one that a cardholder asked for, and answers some of what the nights propose. */
    void workOnDisputes(List<SimulatedCard> cards) {
        for (DisputeProposal proposal :
                disputes.proposals(Mode.SANDBOX, ListPosition.start(), PAGE)) {
            answer(proposal);
        }
        if (disputes.queue(Mode.SANDBOX, ListPosition.start(), PAGE).stream()
                        .noneMatch(DemoOperations::ofCardholder)
                && disputes.closed(Mode.SANDBOX, ListPosition.start(), PAGE).stream()
                        .noneMatch(DemoOperations::ofCardholder)) {
            cards.stream()
                    .limit(20)
                    .map(this::purchase)
                    .filter(found -> found != null)
                    .findFirst()
                    .ifPresent(this::dispute);
        }
    }

    private static boolean ofCardholder(QueuedDispute dispute) {
        return dispute.dispute().reason() == DisputeReason.FRAUD;
    }

    private void answer(DisputeProposal proposal) {
        String id = proposal.breakId().toString();
        try {
            switch (oneOf(proposal.breakId().value(), 4)) {
                case 0 ->
                        doing(
                                "disputes accept",
                                id,
                                "",
                                () ->
                                        disputes.accept(
                                                proposal.breakId(),
                                                "The merchant has not answered.",
                                                ACTOR));
                case 1 ->
                        doing(
                                "disputes reject",
                                id,
                                "",
                                () ->
                                        disputes.reject(
                                                proposal.breakId(),
                                                "The cardholder accepts the charge.",
                                                ACTOR));
                default -> {
                    // It waits for the visitor.
                }
            }
        } catch (ActionRefusedException | RequestRefusedException e) {
            // Another operator was faster, or the time is over: it stays as it is.
        }
    }

    private @Nullable Transaction purchase(SimulatedCard card) {
        return book
                .transactions()
                .list(
                        new TransactionFilter(
                                sandbox,
                                card.id(),
                                null,
                                TransactionStatus.SETTLED,
                                null,
                                null,
                                null),
                        null,
                        PAGE / 2)
                .rows()
                .stream()
                .filter(each -> each.type() == TransactionType.PURCHASE)
                .findFirst()
                .orElse(null);
    }

    private void dispute(Transaction purchase) {
        doing(
                "disputes open",
                purchase.id().toString(),
                "",
                () ->
                        book.disputes()
                                .open(
                                        sandbox,
                                        new NewDispute(
                                                purchase.id().toString(),
                                                null,
                                                DisputeReason.FRAUD,
                                                EVIDENCE)));
    }

    /** Those that are not decided, the oldest first. */
    List<QueuedDispute> undecided() {
        return disputes.queue(Mode.SANDBOX, ListPosition.start(), PAGE).stream()
                .sorted(
                        (one, other) ->
                                one.dispute().id().value().compareTo(other.dispute().id().value()))
                .toList();
    }

    // ----

    private void doing(String action, String subject, String remark, Runnable work) {
        AuditContext context =
                AuditContext.as(
                        new AuditAction(ActorKind.COMMAND, ACTOR, action, subject, remark),
                        clock.instant());
        try (context) {
            work.run();
        } catch (ActionRefusedException e) {
            // A night or a visitor closed it meanwhile.
        }
    }

    private static int oneOf(UUID id, int count) {
        return Math.floorMod(id.hashCode(), count);
    }
}
