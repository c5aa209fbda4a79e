package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.ManualMatches;
import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Links a clearing to another transaction of its card, where somebody knows better. */
@Controller
public class ManualMatchPage {

    private static final String PATH = "/console/{mode}/records/{id}/match";

    private final ManualMatches links;

    public ManualMatchPage(ManualMatches links) {
        this.links = links;
    }

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        ManualMatches.MatchPreview look = links.look(parse(id)).orElseThrow(() -> missing(id));
        Mode mode = mode(look, request);
        ModelAndView page =
                ConsolePage.of(request, "manual-match", "Match a clearing record", "breaks", mode);
        page.addObject("id", id);
        page.addObject("record", look.record());
        page.addObject("currency", look.record().amount().currency().getCurrencyCode());
        page.addObject("at", look.transaction());
        page.addObject("steps", look.steps());
        page.addObject("near", look.near());
        return page;
    }

    /** Goes on to the transaction that it is matched to then. */
    @PostMapping(PATH)
    ModelAndView match(
            @PathVariable("id") String id,
            @RequestParam(name = "from", defaultValue = "") String from,
            @RequestParam(name = "to", defaultValue = "") String to,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        links.look(parse(id))
                .ifPresent(look -> ConsolePage.requireBooks(request, mode(look, request)));
        OperatorRequest.act(
                request,
                "clearing.match",
                id,
                "to " + to.strip() + ": " + reason.strip(),
                me -> {
                    var unused =
                            links.link(parse(id), transaction(from), transaction(to), reason, me);
                });
        return ConsolePage.redirect("/console/{mode}/transactions/" + transaction(to));
    }

    /** The books of a record; those that are shown where nobody knows whose it is. */
    private static Mode mode(ManualMatches.MatchPreview look, HttpServletRequest request) {
        return look.record().holder() == null
                ? ConsolePage.books(request)
                : look.record().holder().mode();
    }

    private static TransactionId transaction(String text) {
        return TransactionId.parse(text.strip())
                .orElseThrow(
                        () ->
                                new InvalidInputException(
                                        "'" + text + "' is no id of a transaction."));
    }

    private static UUID parse(String id) {
        return IdText.read("clr_", id).orElseThrow(() -> missing(id));
    }

    private static PageNotFoundException missing(String id) {
        return new PageNotFoundException(
                "There is no record " + id + " that a night has dealt with.");
    }
}
