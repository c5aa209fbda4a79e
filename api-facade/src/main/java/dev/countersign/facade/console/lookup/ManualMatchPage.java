package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.operations.ManualMatches;
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

    private final ManualMatches matches;

    public ManualMatchPage(ManualMatches matches) {
        this.matches = matches;
    }

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        ManualMatches.MatchPreview preview =
                matches.preview(parse(id)).orElseThrow(() -> missing(id));
        Mode mode = mode(preview, request);
        ModelAndView page =
                ConsolePage.of(request, "manual-match", "Match a clearing record", "breaks", mode);
        page.addObject("id", id);
        page.addObject("record", preview.record());
        page.addObject("currency", preview.record().amount().currency().getCurrencyCode());
        page.addObject("at", preview.transaction());
        page.addObject("steps", preview.steps());
        page.addObject("near", preview.near());
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
        matches.preview(parse(id))
                .ifPresent(preview -> ConsolePage.requireBooks(request, mode(preview, request)));
        OperatorRequest.act(
                request,
                "clearing.match",
                id,
                "to " + to.strip() + ": " + reason.strip(),
                me -> {
                    var unused =
                            matches.match(
                                    parse(id), transaction(from), transaction(to), reason, me);
                });
        return ConsolePage.redirect("/console/{mode}/transactions/" + transaction(to));
    }

    /** The books of a record; those that are shown where nobody knows whose it is. */
    private static Mode mode(ManualMatches.MatchPreview preview, HttpServletRequest request) {
        return preview.record().holder() == null
                ? ConsolePage.books(request)
                : preview.record().holder().mode();
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
