package dev.countersign.facade.console.night;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.Confirmation;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Period;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** A calendar of business dates, and the newest nights. */
@Controller
public record NightsPage(NightOperations operations) {

    private static final int ROWS = 14;

    private static final Columns<Night> COLUMNS =
            Columns.<Night>of()
                    .number("id", Night::id)
                    .text("mode", night -> night.mode().wire())
                    .text("business_date", Night::businessDate)
                    .number("number", Night::number)
                    .text("status", night -> night.state().wire())
                    .time("started_at", Night::startedAt)
                    .time("ended_at", Night::endedAt)
                    .text("failure", Night::failure);

    /**
     * A date of the calendar.
     *
     * @param night the newest of the date; null where there is none
     * @param inMonth false for the days before and after it
     * @param overdue true for a date that has ended and is not complete
     * @param mergedInto the later date whose night took what this one left; null where it has a
     *     night
     */
    public record Day(
            LocalDate date,
            @Nullable Night night,
            boolean inMonth,
            boolean today,
            boolean overdue,
            @Nullable LocalDate mergedInto) {}

    @GetMapping("/console/{mode}/nights")
    ModelAndView list(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "month", required = false) @Nullable String month,
            HttpServletRequest request) {
        LocalDate today = operations.nights().queries().today(books);
        YearMonth chosen = Dates.chosenMonth(month);
        YearMonth shown = chosen == null ? YearMonth.from(today) : chosen;
        LocalDate next = operations.nights().queries().next(books).orElse(null);
        ModelAndView page = ConsolePage.of(request, "nights", "Nights", "nights", books);
        page.addObject("month", shown);
        page.addObject("before", shown.minusMonths(1));
        page.addObject("after", shown.plusMonths(1));
        page.addObject("weeks", weeks(books, shown, next, today));
        ListPart<Night> part =
                ListPart.of(
                        request,
                        PageLinks::number,
                        ROWS,
                        (at, limit) -> operations.nights().queries().list(books, at, limit));
        PageLinks.show(page, "nights", part, request, night -> String.valueOf(night.id()));
        page.addObject("next", next);
        page.addObject("today", today);
        LocalDate last = books == Mode.SANDBOX ? today : today.minusDays(1);
        page.addObject("last", last);
        page.addObject("proposed", next == null || next.isAfter(last) ? last : next);
        page.addObject(
                "runnable",
                books == Mode.SANDBOX
                        || next == null
                        || !next.isAfter(last)
                        || !operations.nights().queries().hasRun(books));
        page.addObject(
                "overdue",
                next == null || !next.isBefore(today) ? 0 : ChronoUnit.DAYS.between(next, today));
        return page;
    }

    @GetMapping("/console/{mode}/nights.csv")
    CsvFile file(@PathVariable("mode") Mode books) {
        return CsvFile.paged(
                "nights-" + books.wire(),
                COLUMNS,
                Night::id,
                (at, limit) -> operations.nights().queries().list(books, at, limit));
    }

    @PostMapping("/console/{mode}/nights")
    ModelAndView run(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "date", defaultValue = "") String date,
            HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        LocalDate wanted =
                InvalidInputException.required(Dates.chosen(date), "Choose a business date.");
        if (books == Mode.LIVE && !operations.nights().queries().hasRun(Mode.LIVE)) {
            operations.requireNext(books, wanted);
            Confirmation question = firstLiveNight(wanted);
            if (!question.answered(request)) {
                return question.page(request, "nights", books);
            }
        }
        asked.noting("night.run", wanted.toString(), books.wire());
        operations.run(books, wanted);
        return operations.nights().queries().list(books, 1).stream()
                .findFirst()
                .map(night -> ConsolePage.redirect("/console/{mode}/nights/" + night.id()))
                .orElseGet(() -> ConsolePage.redirect("/console/{mode}/nights"));
    }

    /** The date of the first night decides where the live books begin. */
    private static Confirmation firstLiveNight(LocalDate date) {
        return new Confirmation(
                "Begin the live book with this night?",
                List.of(
                        "It is the first night of the live book, which begins with %s, for good."
                                .formatted(date),
                        "No date before it can ever be run, and each one after it has to be run in"
                                + " its order."),
                List.of(),
                "Run the first live night",
                date.toString());
    }

    /** Whole weeks from Monday to Sunday, with the nights of their dates. */
    private List<List<Day>> weeks(
            Mode mode, YearMonth month, @Nullable LocalDate next, LocalDate today) {
        LocalDate first = month.atDay(1).with(DayOfWeek.MONDAY);
        LocalDate last = month.atEndOfMonth().with(DayOfWeek.SUNDAY);
        Map<LocalDate, Night> nights =
                operations.nights().queries().between(mode, first, last).stream()
                        .collect(
                                Collectors.toMap(
                                        Night::businessDate,
                                        Function.identity(),
                                        (newest, unusedOlder) -> newest));
        Map<LocalDate, LocalDate> covered =
                operations.nights().queries().covered(mode, first, last);
        return first.datesUntil(last.plusDays(1), Period.ofWeeks(1))
                .map(
                        monday ->
                                monday.datesUntil(monday.plusWeeks(1))
                                        .map(
                                                date ->
                                                        new Day(
                                                                date,
                                                                nights.get(date),
                                                                YearMonth.from(date).equals(month),
                                                                date.equals(today),
                                                                next != null
                                                                        && !date.isBefore(next)
                                                                        && date.isBefore(today),
                                                                covered.get(date)))
                                        .toList())
                .toList();
    }
}
