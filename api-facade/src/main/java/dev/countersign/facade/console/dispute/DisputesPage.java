package dev.countersign.facade.console.dispute;

import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.Page;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.service.DisputeDesk;
import dev.countersign.reconcile.store.DisputeDeskStore.Case;
import dev.countersign.reconcile.store.DisputeDeskStore.Place;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The queue of disputes, by the days that are left. */
@Controller
public class DisputesPage {

    private static final int ROWS = 50;

    private final DisputeDesk desk;
    private final InstantSource clock;

    public DisputesPage(DisputeDesk desk, InstantSource clock) {
        this.desk = desk;
        this.clock = clock;
    }

    @GetMapping("/console/{mode}/disputes")
    ModelAndView list(
            @PathVariable("mode") String mode,
            @RequestParam(name = "state", defaultValue = "") String state,
            @RequestParam(name = "after", required = false) @Nullable String after,
            @RequestParam(name = "due", required = false) @Nullable String due,
            HttpServletRequest request) {
        Mode books = Page.mode(mode);
        LocalDate today = today();
        boolean closed = state.equals("closed");
        ModelAndView page = Page.of(request, "disputes", "Disputes", "disputes", books);
        List<Case> found =
                closed
                        ? desk.closed(books, id(after), ROWS + 1)
                        : desk.queue(books, place(due, id(after)), ROWS + 1);
        List<Case> shown = found.subList(0, Math.min(ROWS, found.size()));
        page.addObject("cases", shown);
        page.addObject("last", found.size() > ROWS ? Place.of(shown.getLast()) : null);
        page.addObject("total", closed ? 0 : desk.waiting(books));
        page.addObject("closed", closed);
        page.addObject("today", today);
        page.addObject("proposed", desk.proposed(books));
        return page;
    }

    @GetMapping("/console/{mode}/disputes.csv")
    ResponseEntity<String> file(
            @PathVariable("mode") String mode,
            @RequestParam(name = "state", defaultValue = "") String state) {
        Mode books = Page.mode(mode);
        LocalDate today = today();
        Columns<Case> columns =
                Columns.<Case>of()
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
                        .text("merchant", Case::merchant)
                        .text("deadline", Case::deadline)
                        .number("days_left", row -> row.daysLeft(today))
                        .time("created_at", row -> row.dispute().createdAt())
                        .time("resolved_at", row -> row.dispute().resolvedAt())
                        .text("break_id", Case::breakId);
        String name = "disputes-" + books.wire();
        return state.equals("closed")
                ? CsvFile.of(
                        name,
                        columns,
                        (last, limit) ->
                                desk.closed(
                                        books, last == null ? null : last.dispute().id(), limit))
                : CsvFile.of(
                        name,
                        columns,
                        (last, limit) ->
                                desk.queue(books, last == null ? null : Place.of(last), limit));
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private static @Nullable Place place(@Nullable String due, @Nullable DisputeId after) {
        return after == null ? null : new Place(Dates.chosen(due), after);
    }

    private static @Nullable DisputeId id(@Nullable String text) {
        return text == null ? null : DisputeId.parse(text).orElse(null);
    }
}
