package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.access.Visit;
import dev.countersign.facade.console.page.Declined;
import dev.countersign.facade.console.page.NotThere;
import dev.countersign.facade.console.page.Page;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.settlement.AgeBucket;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.service.BreakDesk;
import dev.countersign.reconcile.service.Breaks;
import dev.countersign.reconcile.service.DisputeDesk;
import dev.countersign.reconcile.service.Operators;
import dev.countersign.reconcile.store.BreakQueueStore.Entry;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** One difference, and the work on it. */
@Controller
public class BreakPage {

    private static final String PATH = "/console/breaks/{id}";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final BreakDesk desk;
    private final Breaks breaks;
    private final DisputeDesk disputes;
    private final Operators operators;
    private final InstantSource clock;

    public BreakPage(
            BreakDesk desk,
            Breaks breaks,
            DisputeDesk disputes,
            Operators operators,
            InstantSource clock) {
        this.desk = desk;
        this.breaks = breaks;
        this.disputes = disputes;
        this.operators = operators;
        this.clock = clock;
    }

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        BreakId named = parse(id);
        Entry entry = breaks.find(named).orElseThrow(() -> missing(id));
        Mode mode = entry.mode() == null ? Mode.LIVE : entry.mode();
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        ModelAndView page = Page.of(request, "break", "Break", "breaks", mode);
        page.addObject("entry", entry);
        page.addObject("age", AgeBucket.days(entry.origin(), today));
        page.addObject(
                "late",
                !entry.state().closed()
                        && AgeBucket.escalates(entry.severity(), entry.origin(), today));
        page.addObject("detail", JSON.writeValueAsString(JSON.readTree(entry.detail())));
        page.addObject("steps", desk.steps(named));
        page.addObject("asked", desk.request(named).orElse(null));
        page.addObject("proposal", disputes.proposal(named).orElse(null));
        page.addObject("unknownCard", entry.type() == BreakType.UNKNOWN_CARD);
        page.addObject(
                "owners",
                operators.list().stream()
                        .filter(each -> !each.disabled())
                        .filter(each -> each.role().includes(OperatorRole.OPERATOR))
                        .map(Operator::name)
                        .toList());
        return page;
    }

    @PostMapping(PATH + "/assign")
    ModelAndView assign(
            @PathVariable("id") String id,
            @RequestParam(name = "to", defaultValue = "") String to,
            HttpServletRequest request) {
        Visit visit = Visit.of(request, OperatorRole.OPERATOR);
        String me = visit.visitor().name();
        String owner = to.isBlank() ? me : to;
        BreakId named = parse(id);
        var unused = visit.doing("break.assign", id, owner, () -> breaks.assign(named, owner, me));
        return back(id);
    }

    @PostMapping(PATH + "/explain")
    ModelAndView explain(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        Visit visit = Visit.of(request, OperatorRole.OPERATOR);
        requireReason(reason);
        BreakId named = parse(id);
        var unused =
                visit.doing(
                        "break.explain",
                        id,
                        reason,
                        () -> breaks.explain(named, reason, visit.visitor().name()));
        return back(id);
    }

    @PostMapping(PATH + "/resolve")
    ModelAndView resolve(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        Visit visit = Visit.of(request, OperatorRole.OPERATOR);
        requireReason(reason);
        BreakId named = parse(id);
        var unused =
                visit.doing(
                        "break.resolve",
                        id,
                        reason,
                        () -> breaks.resolve(named, reason, visit.visitor().name()));
        return back(id);
    }

    @PostMapping(PATH + "/identify")
    ModelAndView identify(
            @PathVariable("id") String id,
            @RequestParam(name = "card", defaultValue = "") String card,
            HttpServletRequest request) {
        Visit visit = Visit.of(request, OperatorRole.OPERATOR);
        CardId whose =
                CardId.parse(card.strip())
                        .orElseThrow(() -> new Declined("'" + card + "' is no id of a card."));
        BreakId named = parse(id);
        var unused =
                visit.doing(
                        "break.identify",
                        id,
                        whose.toString(),
                        () -> breaks.identify(named, whose, visit.visitor().name()));
        return back(id);
    }

    @PostMapping(PATH + "/write-off")
    ModelAndView ask(
            @PathVariable("id") String id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        Visit visit = Visit.of(request, OperatorRole.FINANCE);
        requireReason(reason);
        BreakId named = parse(id);
        visit.doing(
                "break.ask_write_off",
                id,
                reason,
                () -> desk.ask(named, reason, visit.visitor().name()));
        return back(id);
    }

    @PostMapping(PATH + "/write-off/agree")
    ModelAndView agree(@PathVariable("id") String id, HttpServletRequest request) {
        Visit visit = Visit.of(request, OperatorRole.FINANCE);
        BreakId named = parse(id);
        visit.doing("break.write_off", id, "", () -> desk.agree(named, visit.visitor().name()));
        return back(id);
    }

    @PostMapping(PATH + "/write-off/refuse")
    ModelAndView refuse(@PathVariable("id") String id, HttpServletRequest request) {
        Visit visit = Visit.of(request, OperatorRole.FINANCE);
        BreakId named = parse(id);
        visit.doing("break.refuse_write_off", id, "", () -> desk.refuse(named));
        return back(id);
    }

    private static void requireReason(String reason) {
        if (reason.isBlank()) {
            throw new Declined("Say what was found out.");
        }
    }

    private static BreakId parse(String id) {
        return BreakId.parse(id).orElseThrow(() -> missing(id));
    }

    private static NotThere missing(String id) {
        return new NotThere("There is no break " + id + ".");
    }

    private static ModelAndView back(String id) {
        return Page.redirect("/console/breaks/" + id);
    }
}
