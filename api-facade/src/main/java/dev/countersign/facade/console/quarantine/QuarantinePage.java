package dev.countersign.facade.console.quarantine;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.Confirmation;
import dev.countersign.facade.console.page.Confirmation.Sum;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Formatter;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.quarantine.QuarantineEntry;
import dev.countersign.reconcile.domain.quarantine.QuarantineFilter;
import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage.State;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page of messages that could not be read. Their book is unknown: all books show the same. */
@Controller
public record QuarantinePage(QuarantineQueue queue, QuarantineActions actions) {

    /** Of a page, and read at once for a file: a message may be large. */
    private static final int ROWS = 50;

    private static final int BULK_MAX = 200;

    private static final Columns<QuarantineEntry> COLUMNS =
            Columns.<QuarantineEntry>of()
                    .number("id", QuarantineEntry::id)
                    .time("received_at", row -> row.message().receivedAt())
                    .text("reason", row -> row.message().reason())
                    .text("detail", row -> row.message().detail())
                    .number("partition", row -> row.message().offset().partition())
                    .number("offset", row -> row.message().offset().offset())
                    .text("key", row -> row.message().key())
                    .text("state", row -> row.state().wire())
                    .text("closed_by", QuarantineEntry::closedBy)
                    .time("closed_at", QuarantineEntry::closedAt)
                    .text("remark", QuarantineEntry::remark)
                    .text("body", row -> row.message().body());

    @GetMapping("/console/{mode}/quarantine")
    ModelAndView list(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "done", required = false) @Nullable Integer done,
            @RequestParam(name = "refused", required = false) @Nullable Integer refused,
            HttpServletRequest request) {
        QuarantineFilter filter = filter(request);
        ListPart<QuarantineEntry> part =
                ListPart.of(
                        request,
                        PageLinks::number,
                        ROWS,
                        (at, limit) -> queue.list(filter, at, limit));
        ModelAndView page =
                ConsolePage.of(request, "quarantine", "Quarantine", "quarantine", books);
        PageLinks.show(page, "entries", part, request, entry -> String.valueOf(entry.id()));
        page.addObject("filter", filter);
        page.addObject("waiting", queue.waiting());
        page.addObject("done", done);
        page.addObject("refused", refused);
        return page;
    }

    @GetMapping("/console/{mode}/quarantine.csv")
    CsvFile file(HttpServletRequest request) {
        QuarantineFilter filter = filter(request);
        return CsvFile.of(
                "quarantine",
                COLUMNS,
                ROWS,
                CsvFile.after(QuarantineEntry::id, (at, limit) -> queue.list(filter, at, limit)));
    }

    /** Does the same to several; those that may not be done stay as they are. */
    @PostMapping("/console/{mode}/quarantine")
    ModelAndView bulk(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "id", required = false) @Nullable List<Long> ids,
            @RequestParam(name = "action", defaultValue = "") String action,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        if (ids == null || ids.isEmpty() || ids.size() > BULK_MAX) {
            throw new InvalidInputException("Choose 1 to " + BULK_MAX + " messages first.");
        }
        boolean replay = action.equals("replay");
        InvalidInputException.refuse(!replay && reason.isBlank(), "Say why they are put aside.");
        Confirmation question = question(ids, replay, reason);
        if (!question.answered(request)) {
            return question.page(request, "quarantine", books);
        }
        int refused = 0;
        for (long id : ids) {
            try {
                if (replay) {
                    actions.replay(asked, id);
                } else {
                    actions.discard(asked, id, reason);
                }
            } catch (ActionRefusedException | InvalidInputException e) {
                refused++;
            }
        }
        return ConsolePage.redirect(
                String.format(
                        Locale.ROOT,
                        "/console/%s/quarantine?done=%d&refused=%d",
                        books.wire(),
                        ids.size() - refused,
                        refused));
    }

    private Confirmation question(List<Long> ids, boolean replay, String reason) {
        Formatter show = new Formatter();
        Map<String, Long> byReason =
                ids.stream()
                        .distinct()
                        .flatMap(id -> queue.find(id).stream())
                        .filter(each -> each.state() == State.WAITING)
                        .collect(
                                Collectors.groupingBy(
                                        each -> show.words(each.message().reason()),
                                        TreeMap::new,
                                        Collectors.counting()));
        long waiting = byReason.values().stream().mapToLong(Long::longValue).sum();
        String messages = waiting == 1 ? "1 message" : waiting + " messages";
        String what =
                replay
                        ? "Each is read again from the feed as it came, and sent once more if it can"
                                + " be read now."
                        : "They are put aside for good, whatever books they are of: “"
                                + reason
                                + "”. After that only their sender can send them again.";
        return new Confirmation(
                (replay ? "Replay " : "Discard ") + messages + "?",
                waiting == ids.stream().distinct().count()
                        ? List.of(what)
                        : List.of(what, "The others wait no more: nothing is done to them."),
                byReason.entrySet().stream()
                        .map(each -> new Sum(each.getKey(), each.getValue(), null, null))
                        .toList(),
                replay ? "Replay them" : "Discard them");
    }

    private static QuarantineFilter filter(HttpServletRequest request) {
        return new QuarantineFilter(
                !"done".equals(request.getParameter("state")),
                ConsolePage.typed(request.getParameter("reason")));
    }
}
