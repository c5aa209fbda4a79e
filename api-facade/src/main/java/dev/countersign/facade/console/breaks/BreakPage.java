package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.AgeBucket;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.ClosingMethod;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.breaks.queue.PendingClosing;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.operations.BreakQueue;
import dev.countersign.reconcile.service.operations.BreakQueue.SeenRequest;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.service.operations.Breaks.WriteOffPreview;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The page of a break, and the work on it. */
@Controller
public record BreakPage(
        BreakQueue queue,
        Breaks breaks,
        DisputeQueue disputes,
        Owners owners,
        InstantSource clock) {

    private static final String PATH = "/console/{mode}/breaks/{id}";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        BreakId named = parse(id);
        BreakRecord entry =
                breaks.find(named).orElseThrow(() -> PageNotFoundException.of("break", id));
        Mode mode = entry.mode() == null ? ConsolePage.books(request) : entry.mode();
        LocalDate today = Dates.today(clock);
        ModelAndView page = ConsolePage.of(request, "break", "Break", "breaks", mode);
        page.addObject("entry", entry);
        page.addObject("age", AgeBucket.days(entry.origin(), today));
        page.addObject(
                "late",
                !entry.state().closed()
                        && AgeBucket.escalates(entry.severity(), entry.origin(), today));
        List<Finding> findings = new ArrayList<>();
        queue.facts(named).ifPresent(facts -> findings.addAll(BreakFigures.at(entry, facts)));
        ObjectNode detail = JSON.readValue(entry.detail(), ObjectNode.class);
        page.addObject("comparison", Comparison.take(detail, entry.currency()));
        page.addObject(
                "messages", MessageComparison.take(detail, queue.applied(named).orElse(null)));
        findings.addAll(Finding.of(detail.toString(), entry.currency()));
        page.addObject("findings", findings);
        page.addObject("meaning", BreakExplanation.of(entry.type()));
        WriteOffPreview foreseen = breaks.foresee(entry);
        page.addObject("outlook", WriteOffOutlook.of(entry, foreseen));
        page.addObject(
                "given",
                queue.merchantCredits(named).stream()
                        .map(back -> CreditLine.of(entry, back, foreseen.date()))
                        .toList());
        page.addObject("detail", JSON.writeValueAsString(JSON.readTree(entry.detail())));
        page.addObject("steps", queue.steps(named));
        page.addObject("closingNight", queue.closingNight(named).orElse(null));
        page.addObject("byNight", "night".equals(entry.resolvedBy()));
        PendingClosing asked = queue.request(named).orElse(null);
        page.addObject("asked", asked);
        page.addObject("approvalLabels", asked == null ? null : ApprovalLabels.of(asked.closing()));
        page.addObject("needsApproval", breaks.needsApproval(entry));
        page.addObject("proposal", disputes.proposal(named).orElse(null));
        page.addObject("unknownCard", entry.type() == BreakType.UNKNOWN_CARD);
        page.addObject("owners", owners.names());
        return page;
    }

    @PostMapping(PATH + "/assign")
    ModelAndView assign(
            @PathVariable("id") String id,
            @RequestParam(name = "to", defaultValue = "") String to,
            HttpServletRequest request) {
        String owner = owners.chosen(to, OperatorRequest.of(request).operator().name());
        return act(
                request, "break.assign", id, owner, (named, me) -> breaks.assign(named, owner, me));
    }

    @PostMapping(PATH + "/explain")
    ModelAndView explain(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        return act(
                request,
                "break.explain",
                id,
                reason,
                (named, me) -> breaks.explain(named, required(reason), me));
    }

    @PostMapping(PATH + "/resolve")
    ModelAndView resolve(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        return close(
                request,
                "resolve",
                id,
                reason,
                () -> ClosingRequest.of(ClosingMethod.RESOLVE, required(reason)),
                (named, me) -> breaks.resolve(named, required(reason), me));
    }

    @PostMapping(PATH + "/identify")
    ModelAndView identify(
            @PathVariable("id") String id,
            @RequestParam(name = "card", defaultValue = "") String card,
            HttpServletRequest request) {
        return close(
                request,
                "identify",
                id,
                card.strip(),
                () -> ClosingRequest.identify(card(card)),
                (named, me) -> breaks.identify(named, card(card), me));
    }

    private static CardId card(String text) {
        return CardId.parse(text.strip())
                .orElseThrow(() -> new InvalidInputException("'" + text + "' is not a card id."));
    }

    /** Closes a break, or asks a second operator to approve it where it takes two. */
    private ModelAndView close(
            HttpServletRequest request,
            String how,
            String id,
            String remark,
            Supplier<ClosingRequest> wanted,
            BiConsumer<BreakId, String> alone) {
        boolean two = breaks.find(parse(id)).filter(breaks::needsApproval).isPresent();
        return act(
                request,
                two ? "break.ask_" + how : "break." + how,
                id,
                remark,
                two ? (named, me) -> queue.ask(named, wanted.get(), me) : alone);
    }

    @PostMapping(PATH + "/write-off")
    ModelAndView ask(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        return act(
                request,
                "break.ask_write_off",
                id,
                reason,
                (named, me) ->
                        queue.ask(
                                named,
                                ClosingRequest.of(ClosingMethod.WRITE_OFF, required(reason)),
                                me));
    }

    @PostMapping(PATH + "/write-off/approve")
    ModelAndView approve(
            @PathVariable("id") String id,
            @RequestParam(name = "asked_at", required = false) @Nullable Instant askedAt,
            @RequestParam(name = "amount_minor", defaultValue = "0") long minor,
            HttpServletRequest request) {
        SeenRequest seen = askedAt == null ? null : new SeenRequest(askedAt, minor);
        return act(
                request,
                asked(id) == ClosingMethod.WRITE_OFF
                        ? "break.write_off"
                        : "break.agree_" + asked(id).wire(),
                id,
                "",
                (named, me) -> queue.approve(named, seen, me));
    }

    @PostMapping(PATH + "/write-off/refuse")
    ModelAndView refuse(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        OperatorRequest operator = OperatorRequest.of(request);
        boolean own =
                queue.request(parse(id))
                        .filter(asked -> asked.askedBy().equals(operator.operator().name()))
                        .isPresent();
        InvalidInputException.refuse(
                !own && !operator.may(OperatorRole.FINANCE),
                "Finance approves or refuses it; you may withdraw your request.");
        return act(
                request,
                "break.refuse_" + asked(id).wire(),
                id,
                reason,
                (named, me) -> queue.refuse(named, reason, me));
    }

    /** The way to close it that an operator asks for; a write-off where nobody asks. */
    private ClosingMethod asked(String id) {
        return queue.request(parse(id))
                .map(PendingClosing::closing)
                .orElse(ClosingMethod.WRITE_OFF);
    }

    private ModelAndView act(
            HttpServletRequest request,
            String action,
            String id,
            String remark,
            BiConsumer<BreakId, String> step) {
        BreakId named = parse(id);
        Mode mode = breaks.find(named).map(BreakRecord::mode).orElse(null);
        if (mode != null) {
            ConsolePage.requireBooks(request, mode);
        }
        OperatorRequest.act(request, action, id, remark, me -> step.accept(named, me));
        return ConsolePage.redirect("/console/{mode}/breaks/" + id);
    }

    private static String required(String reason) {
        InvalidInputException.refuse(reason.isBlank(), "Say what was found out.");
        return reason;
    }

    private static BreakId parse(String id) {
        return BreakId.parse(id).orElseThrow(() -> PageNotFoundException.of("break", id));
    }
}
