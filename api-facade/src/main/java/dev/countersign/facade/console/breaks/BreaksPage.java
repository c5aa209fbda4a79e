package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.Confirmation;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.AgeBucket;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.queue.QueueFilter;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak.QueuePosition;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.operations.BreakQueue;
import dev.countersign.reconcile.service.operations.Breaks;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** The page of the queue of breaks. */
@Controller
public record BreaksPage(BreakQueue queue, Breaks breaks, Owners owners, InstantSource clock) {

    private static final int ROWS = 50;
    private static final int BULK_MAX = 200;
    private static final int PARTS = 3;

    @GetMapping("/console/{mode}/breaks")
    ModelAndView list(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "done", required = false) @Nullable Integer done,
            @RequestParam(name = "refused", required = false) @Nullable Integer refused,
            HttpServletRequest request) {
        QueueFilter filter = filter(books, request);
        LocalDate today = Dates.today(clock);
        ModelAndView page = ConsolePage.of(request, "breaks", "Breaks", "breaks", filter.mode());
        ListPart<QueuedBreak> part =
                ListPart.of(
                        request,
                        BreaksPage::position,
                        ROWS,
                        (at, limit) -> queue.list(filter, at, limit));
        PageLinks.show(page, "rows", part, request, BreaksPage::name);
        page.addObject("asked", queue.asked(filter.mode()));
        page.addObject("filter", filter);
        page.addObject(
                "query", Objects.requireNonNullElse(address(filter).build(true).getQuery(), ""));
        page.addObject("ageing", Ageing.of(queue.waiting(filter.mode()), today));
        page.addObject("types", BreakType.values());
        page.addObject("severities", Severity.values());
        page.addObject("owners", owners.names());
        page.addObject("today", today);
        page.addObject("done", done);
        page.addObject("refused", refused);
        page.addObject("charts", true);
        return page;
    }

    @GetMapping("/console/{mode}/breaks.csv")
    CsvFile file(@PathVariable("mode") Mode books, HttpServletRequest request) {
        QueueFilter filter = filter(books, request);
        LocalDate today = Dates.today(clock);
        Columns<QueuedBreak> columns =
                Columns.<QueuedBreak>of()
                        .text("id", QueuedBreak::id)
                        .text("type", row -> row.type().name())
                        .text("severity", row -> row.severity().wire())
                        .amount("amount", QueuedBreak::minor, QueuedBreak::currency)
                        .text("currency", QueuedBreak::currency)
                        .text("transaction_id", QueuedBreak::transactionId)
                        .text("state", row -> row.state().wire())
                        .text("origin_date", QueuedBreak::origin)
                        .number("age_days", row -> AgeBucket.days(row.origin(), today))
                        .text("owner", QueuedBreak::owner)
                        .text("write_off_asked_for", row -> row.asked() ? "yes" : "no");
        return CsvFile.paged(
                "breaks-" + filter.mode().wire(),
                columns,
                QueuePosition::of,
                (at, limit) -> queue.list(filter, at, limit));
    }

    /**
     * Does the same to several, once it is agreed what that is; those that may not be done stay as
     * they are.
     */
    @PostMapping("/console/{mode}/breaks")
    ModelAndView bulk(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "id", required = false) @Nullable List<String> ids,
            @RequestParam(name = "action", defaultValue = "") String action,
            @RequestParam(name = "to", defaultValue = "") String to,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        if (ids == null || ids.isEmpty() || ids.size() > BULK_MAX) {
            throw new InvalidInputException("Choose 1 to " + BULK_MAX + " breaks first.");
        }
        List<BreakId> chosen = ids.stream().distinct().map(BreaksPage::named).toList();
        List<BreakRecord> entries =
                chosen.stream().flatMap(id -> breaks.find(id).stream()).toList();
        entries.stream()
                .map(BreakRecord::mode)
                .filter(Objects::nonNull)
                .forEach(each -> ConsolePage.requireBooks(request, each));
        BulkAction work = work(action, owners.chosen(to, asked.operator().name()), reason);
        Confirmation question = work.question(entries, breaks);
        if (!question.answered(request)) {
            return question.page(request, "breaks", books);
        }
        int refused = 0;
        for (BreakId each : chosen) {
            try {
                work.apply(each, breaks, asked);
            } catch (ActionRefusedException e) {
                refused++;
            }
        }
        QueueFilter filter = filter(books, request);
        return ConsolePage.redirect(
                address(filter)
                        .queryParam("done", chosen.size() - refused)
                        .queryParam("refused", refused)
                        .build(true)
                        .toUriString());
    }

    private static BreakId named(String id) {
        return BreakId.parse(id)
                .orElseThrow(() -> new InvalidInputException("'%s' is no break.".formatted(id)));
    }

    private static BulkAction work(String action, String owner, String reason) {
        return switch (action) {
            case "assign" -> new BulkAction.Assign(owner);
            case "resolve" -> {
                InvalidInputException.refuse(reason.isBlank(), "Say why they are resolved.");
                yield new BulkAction.Resolve(reason);
            }
            default -> throw new InvalidInputException("Choose what to do with them.");
        };
    }

    private static QueueFilter filter(Mode books, HttpServletRequest request) {
        String owner = ConsolePage.typed(request.getParameter("owner"));
        return new QueueFilter(
                books,
                "closed".equals(request.getParameter("state")),
                "asked".equals(request.getParameter("state")),
                ConsolePage.chosen(BreakType.class, request.getParameter("type")),
                ConsolePage.chosen(Severity.class, request.getParameter("severity")),
                "-".equals(owner) ? "" : owner,
                Dates.chosen(request.getParameter("origin")));
    }

    /** The address of those that fit, encoded: whose they are may be any text. */
    private static UriComponentsBuilder address(QueueFilter filter) {
        UriComponentsBuilder address =
                UriComponentsBuilder.fromPath("/console/" + filter.mode().wire() + "/breaks");
        if (filter.closed() || filter.asked()) {
            address.queryParam("state", filter.closed() ? "closed" : "asked");
        }
        if (filter.type() != null) {
            address.queryParam("type", filter.type().name());
        }
        if (filter.severity() != null) {
            address.queryParam("severity", filter.severity().wire());
        }
        if (filter.owner() != null) {
            String owner = filter.owner().isEmpty() ? "-" : filter.owner();
            address.queryParam("owner", UriUtils.encode(owner, StandardCharsets.UTF_8));
        }
        if (filter.origin() != null) {
            address.queryParam("origin", filter.origin());
        }
        return address;
    }

    /** A break of the queue as an address names it, such as {@code high.2026-11-21.brk_…}. */
    private static String name(QueuedBreak row) {
        return row.severity().wire() + "." + row.origin() + "." + row.id();
    }

    private static @Nullable QueuePosition position(String named) {
        String[] parts = named.split("\\.", -1);
        if (parts.length != PARTS) {
            return null;
        }
        Severity severity = ConsolePage.chosen(Severity.class, parts[0]);
        LocalDate origin = Dates.chosen(parts[1]);
        BreakId id = BreakId.parse(parts[2]).orElse(null);
        return severity == null || origin == null || id == null
                ? null
                : new QueuePosition(severity, origin, id);
    }
}
