package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.clearing.Identification;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.operations.BreakQueue;
import dev.countersign.reconcile.service.operations.ManualMatches;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Matches a clearing record to another transaction of its card, where an operator knows better. */
@Controller
public record ManualMatchPage(ManualMatches matches, BreakQueue queue) {

    private static final String PATH = "/console/{mode}/records/{id}/match";

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        ManualMatches.MatchPreview preview =
                matches.preview(parse(id)).orElseThrow(() -> missing(id));
        Mode mode = mode(preview, request);
        return ConsolePage.of(request, "manual-match", "Match a clearing record", "breaks", mode)
                .addObject("id", id)
                .addObject("record", preview.record())
                .addObject("currency", preview.record().amount().currency().getCurrencyCode())
                .addObject("at", preview.transaction())
                .addObject("steps", preview.steps())
                .addObject("waiting", waiting(preview))
                .addObject("together", preview.together())
                .addObject("near", preview.near());
    }

    /** The transaction that the next night posts it to; null where it does not. */
    private static @Nullable TransactionId waiting(ManualMatches.MatchPreview preview) {
        return preview.steps().stream()
                .filter(step -> step.postedOn() == null)
                .map(Identification::to)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Matches it, or asks a second operator to approve it where a break of it takes two. */
    @PostMapping(PATH)
    ModelAndView match(
            @PathVariable("id") String id,
            @RequestParam(name = "from", defaultValue = "") String from,
            @RequestParam(name = "to", defaultValue = "") String to,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        BreakId together = null;
        ManualMatches.MatchPreview preview = matches.preview(parse(id)).orElse(null);
        if (preview != null) {
            ConsolePage.requireBooks(request, mode(preview, request));
            together = preview.together();
        }
        String remark = "to " + to.strip() + ": " + reason.strip();
        if (together != null) {
            BreakId asked = together;
            OperatorRequest.act(
                    request,
                    "break.ask_match",
                    asked.toString(),
                    remark,
                    me -> queue.ask(asked, ClosingRequest.match(transaction(to), reason), me));
            return ConsolePage.redirect("/console/{mode}/breaks/" + asked);
        }
        OperatorRequest.act(
                request,
                "clearing.match",
                id,
                remark,
                me -> matches.match(parse(id), seen(from), transaction(to), reason, me));
        return ConsolePage.redirect("/console/{mode}/records/" + id + "/match");
    }

    /** The transaction that it was shown at; null where it was shown in suspense. */
    private static @Nullable TransactionId seen(String from) {
        return from.isBlank() ? null : transaction(from);
    }

    /** The books of a record; the shown ones for a record of an unknown card. */
    private static Mode mode(ManualMatches.MatchPreview preview, HttpServletRequest request) {
        return preview.record().owner() == null
                ? ConsolePage.books(request)
                : preview.record().owner().mode();
    }

    private static TransactionId transaction(String text) {
        return TransactionId.parse(text.strip())
                .orElseThrow(
                        () -> new InvalidInputException("'" + text + "' is not a transaction id."));
    }

    private static UUID parse(String id) {
        return IdText.read("clr_", id).orElseThrow(() -> missing(id));
    }

    private static PageNotFoundException missing(String id) {
        return new PageNotFoundException(
                "There is no record " + id + " that a night has dealt with.");
    }
}
