package dev.countersign.facade.console.dispute;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.NotThere;
import dev.countersign.facade.console.page.Page;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.service.DisputeDesk;
import dev.countersign.reconcile.store.ProposalStore.Proposal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Disputes that nights propose, to be accepted or rejected. */
@Controller
public class ProposalsPage {

    private static final String OF_BREAK = "/console/{mode}/proposals/{id}";
    private static final int ROWS = 200;

    private final DisputeDesk desk;
    private final InstantSource clock;

    public ProposalsPage(DisputeDesk desk, InstantSource clock) {
        this.desk = desk;
        this.clock = clock;
    }

    @GetMapping("/console/{mode}/proposals")
    ModelAndView list(@PathVariable("mode") String mode, HttpServletRequest request) {
        Mode books = Page.mode(mode);
        List<Proposal> all = desk.proposals(books);
        ModelAndView page = Page.of(request, "proposals", "Proposed disputes", "disputes", books);
        page.addObject("proposals", all.subList(0, Math.min(ROWS, all.size())));
        page.addObject("proposed", all.size());
        page.addObject("today", today());
        return page;
    }

    @GetMapping("/console/{mode}/proposals.csv")
    ResponseEntity<String> file(@PathVariable("mode") String mode) {
        Mode books = Page.mode(mode);
        LocalDate today = today();
        Columns<Proposal> columns =
                Columns.<Proposal>of()
                        .text("break_id", Proposal::breakId)
                        .text("break_type", row -> row.type().name())
                        .text("transaction_id", Proposal::transaction)
                        .text("reason", row -> row.reason().wire())
                        .text("code", Proposal::code)
                        .amount("amount", Proposal::minor, Proposal::currency)
                        .text("currency", Proposal::currency)
                        .text("proposed_on", Proposal::businessDate)
                        .text("deadline", Proposal::deadline)
                        .number("days_left", row -> row.daysLeft(today));
        return CsvFile.of("proposals-" + books.wire(), columns, desk.proposals(books));
    }

    @GetMapping(OF_BREAK)
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        Proposal proposal = desk.proposal(parse(id)).orElseThrow(() -> missing(id));
        ModelAndView page =
                Page.of(
                        request,
                        "proposal",
                        "Proposed dispute",
                        "disputes",
                        proposal.book().mode());
        page.addObject("proposal", proposal);
        page.addObject("daysLeft", proposal.daysLeft(today()));
        page.addObject("evidence", Evidence.shown(proposal.evidence()));
        return page;
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
                        () -> desk.accept(named, reason, asked.operator().name()));
        return Page.redirect("/console/{mode}/disputes/" + opened.id());
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
                me -> desk.reject(named, reason, me));
        return Page.redirect("/console/{mode}/breaks/" + id);
    }

    /** The break that a form is about, in the books of the form where it waits for an answer. */
    private BreakId within(HttpServletRequest request, String id) {
        BreakId named = parse(id);
        desk.proposal(named)
                .ifPresent(proposal -> Page.requireBooks(request, proposal.book().mode()));
        return named;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private static BreakId parse(String id) {
        return BreakId.parse(id).orElseThrow(() -> missing(id));
    }

    private static NotThere missing(String id) {
        return new NotThere("There is no proposal about " + id + " that waits for an answer.");
    }
}
