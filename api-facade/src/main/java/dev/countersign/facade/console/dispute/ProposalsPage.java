package dev.countersign.facade.console.dispute;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeProposal;
import dev.countersign.reconcile.domain.dispute.DisputeProposal.ProposalPosition;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Disputes that nights propose, to be accepted or rejected. */
@Controller
public record ProposalsPage(DisputeQueue queue, InstantSource clock) {

    private static final String OF_BREAK = "/console/{mode}/proposals/{id}";
    private static final int ROWS = 50;

    @GetMapping("/console/{mode}/proposals")
    ModelAndView list(@PathVariable("mode") Mode books, HttpServletRequest request) {
        ModelAndView page =
                ConsolePage.of(request, "proposals", "Proposed disputes", "disputes", books);
        ListPart<DisputeProposal> part =
                ListPart.of(
                        request,
                        ProposalsPage::position,
                        ROWS,
                        (at, limit) -> queue.proposals(books, at, limit));
        PageLinks.show(page, "proposals", part, request, ProposalsPage::name);
        page.addObject("proposed", queue.proposed(books));
        page.addObject("today", Dates.today(clock));
        return page;
    }

    @GetMapping("/console/{mode}/proposals.csv")
    CsvFile file(@PathVariable("mode") Mode books) {
        LocalDate today = Dates.today(clock);
        Columns<DisputeProposal> columns =
                Columns.<DisputeProposal>of()
                        .text("break_id", DisputeProposal::breakId)
                        .text("break_type", row -> row.type().name())
                        .text("transaction_id", DisputeProposal::transaction)
                        .text("reason", row -> row.reason().wire())
                        .text("code", DisputeProposal::code)
                        .amount("amount", DisputeProposal::minor, DisputeProposal::currency)
                        .text("currency", DisputeProposal::currency)
                        .text("proposed_on", DisputeProposal::businessDate)
                        .text("deadline", DisputeProposal::deadline)
                        .number("days_left", row -> row.daysLeft(today));
        return CsvFile.paged(
                "proposals-" + books.wire(),
                columns,
                ProposalPosition::of,
                (at, limit) -> queue.proposals(books, at, limit));
    }

    @GetMapping(OF_BREAK)
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        DisputeProposal proposal = queue.proposal(parse(id)).orElseThrow(() -> missing(id));
        return ConsolePage.of(
                        request, "proposal", "Proposed dispute", "disputes", proposal.book().mode())
                .addObject("proposal", proposal)
                .addObject("daysLeft", proposal.daysLeft(Dates.today(clock)))
                .addObject("evidence", EvidenceView.shown(proposal.evidence()))
                .addObject(
                        "findings", EvidenceView.lines(proposal.evidence(), proposal.currency()));
    }

    @PostMapping(OF_BREAK + "/accept")
    ModelAndView accept(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        BreakId named = within(request, id);
        Dispute opened =
                asked.doing(
                        "dispute.accept_proposal",
                        id,
                        reason,
                        () -> queue.accept(named, reason, asked.operator().name()));
        return ConsolePage.redirect("/console/{mode}/disputes/" + opened.id());
    }

    @PostMapping(OF_BREAK + "/reject")
    ModelAndView reject(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        BreakId named = within(request, id);
        OperatorRequest.act(
                request,
                "dispute.reject_proposal",
                id,
                reason,
                me -> queue.reject(named, reason, me));
        return ConsolePage.redirect("/console/{mode}/breaks/" + id);
    }

    /** The break that a form is about, in the books of the form where it waits for an answer. */
    private BreakId within(HttpServletRequest request, String id) {
        BreakId named = parse(id);
        queue.proposal(named)
                .ifPresent(proposal -> ConsolePage.requireBooks(request, proposal.book().mode()));
        return named;
    }

    /** A proposal as an address names it, such as {@code 2026-11-21.brk_…}. */
    private static String name(DisputeProposal each) {
        return (each.deadline() == null ? "" : each.deadline()) + "." + each.breakId();
    }

    private static @Nullable ProposalPosition position(String named) {
        int end = named.indexOf('.');
        return end < 0
                ? null
                : BreakId.parse(named.substring(end + 1))
                        .map(id -> new ProposalPosition(Dates.chosen(named.substring(0, end)), id))
                        .orElse(null);
    }

    private static BreakId parse(String id) {
        return BreakId.parse(id).orElseThrow(() -> missing(id));
    }

    private static PageNotFoundException missing(String id) {
        return new PageNotFoundException(
                "There is no proposal about " + id + " that waits for an answer.");
    }
}
