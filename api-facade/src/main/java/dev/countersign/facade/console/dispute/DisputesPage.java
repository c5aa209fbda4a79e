package dev.countersign.facade.console.dispute;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.QueuedDispute;
import dev.countersign.reconcile.domain.dispute.QueuedDispute.DisputePosition;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The queue of disputes, by the days that are left. */
@Controller
public record DisputesPage(DisputeQueue queue, InstantSource clock) {

    private static final int ROWS = 50;
    private static final String CLOSED = "closed";

    @GetMapping("/console/{mode}/disputes")
    ModelAndView list(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "state", defaultValue = "") String state,
            HttpServletRequest request) {
        LocalDate today = Dates.today(clock);
        boolean closed = state.equals(CLOSED);
        ModelAndView page = ConsolePage.of(request, "disputes", "Disputes", "disputes", books);
        ListPart<QueuedDispute> part =
                ListPart.of(
                        request,
                        DisputesPage::position,
                        ROWS,
                        (at, limit) -> cases(books, state, at, limit));
        PageLinks.show(page, "cases", part, request, DisputesPage::name);
        page.addObject("total", closed ? 0 : queue.waiting(books));
        page.addObject("closed", closed);
        page.addObject("today", today);
        page.addObject("proposed", queue.proposed(books));
        return page;
    }

    @GetMapping("/console/{mode}/disputes.csv")
    CsvFile file(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "state", defaultValue = "") String state) {
        LocalDate today = Dates.today(clock);
        Columns<QueuedDispute> columns =
                Columns.<QueuedDispute>of()
                        .text("id", row -> row.dispute().id())
                        .text("transaction_id", row -> row.dispute().transactionId())
                        .text("reason", row -> row.dispute().reason().wire())
                        .text("status", row -> row.dispute().status().wire())
                        .amount(
                                "amount",
                                row -> row.dispute().amountMinor(),
                                row -> row.dispute().currency())
                        .text("currency", row -> row.dispute().currency())
                        .text("network", row -> row.network().wire())
                        .text("merchant", QueuedDispute::merchant)
                        .text("deadline", QueuedDispute::deadline)
                        .number("days_left", row -> row.daysLeft(today))
                        .time("created_at", row -> row.dispute().createdAt())
                        .time("resolved_at", row -> row.dispute().resolvedAt())
                        .text("break_id", QueuedDispute::breakId);
        return CsvFile.paged(
                "disputes-" + books.wire(),
                columns,
                DisputePosition::of,
                (at, limit) -> cases(books, state, at, limit));
    }

    private List<QueuedDispute> cases(
            Mode books, String state, ListPosition<DisputePosition> at, int limit) {
        return state.equals(CLOSED)
                ? queue.closed(books, at, limit)
                : queue.queue(books, at, limit);
    }

    /** A dispute of the queue as an address names it, such as {@code 2026-11-21.dsp_…}. */
    private static String name(QueuedDispute each) {
        LocalDate due = DisputePosition.of(each).due();
        return (due == null ? "" : due) + "." + each.dispute().id();
    }

    private static @Nullable DisputePosition position(String named) {
        int end = named.indexOf('.');
        return end < 0
                ? null
                : DisputeId.parse(named.substring(end + 1))
                        .map(id -> new DisputePosition(Dates.chosen(named.substring(0, end)), id))
                        .orElse(null);
    }
}
