package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.jobs.proof.Component;
import dev.countersign.jobs.proof.Cycle;
import dev.countersign.jobs.proof.NetworkTotalStatus;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.Proofs.Day;
import dev.countersign.jobs.proof.Waterfall;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** One settlement day: from gross to net, the network's figures beside ours, the reports. */
@Controller
public record ProofDayPage(Proofs proofs) {

    @GetMapping("/console/{mode}/proof/{date}")
    ModelAndView show(
            @PathVariable("mode") Mode books,
            @PathVariable("date") String text,
            @RequestParam(name = "as_of", required = false) @Nullable String asOf,
            HttpServletRequest request) {
        LocalDate date = Dates.date(text);
        Day day =
                proofs.day(books, date)
                        .orElseThrow(
                                () ->
                                        new PageNotFoundException(
                                                "There is no complete night of "
                                                        + date
                                                        + " in this book."));
        ModelAndView page = ConsolePage.of(request, "proof-day", "Proof", "proof", books);
        page.addObject("day", day);
        page.addObject("date", date);
        page.addObject("cycles", day.cycles());
        page.addObject("verdict", networkStatement(day.cycles()));
        page.addObject(
                "sums",
                day.waterfalls().stream()
                        .map(fall -> Sum.of(fall, day.cyclesIn(fall.currency())))
                        .toList());
        Instant knownAt = Dates.asOf(asOf);
        page.addObject("asOf", knownAt == null ? null : asOf);
        page.addObject("reports", proofs.reports(books, date, knownAt));
        page.addObject("charts", true);
        return page;
    }

    /**
     * The sum of a date's cycles and of what belongs to no cycle.
     *
     * @param outside of the records that belong to no cycle
     * @param cash what cash comes to, without what is paid for it
     */
    public record Sum(
            String currency,
            BigDecimal inCycles,
            BigDecimal outside,
            BigDecimal cash,
            BigDecimal clearing) {

        static Sum of(Waterfall fall, List<Cycle> cycles) {
            BigDecimal inCycles =
                    cycles.stream().map(Cycle::ofDate).reduce(BigDecimal.ZERO, BigDecimal::add);
            return new Sum(
                    fall.currency(),
                    inCycles,
                    fall.clearing().subtract(inCycles),
                    fall.of(Component.CASH),
                    fall.clearing());
        }

        /** Names what has no cycle. */
        public String whose() {
            if (cash.signum() == 0) {
                return "records that name no settlement date";
            }
            return outside.compareTo(cash) == 0
                    ? "cash"
                    : "cash, and records that name no settlement date";
        }
    }

    private static String networkStatement(List<Cycle> cycles) {
        Set<NetworkTotalStatus> words =
                cycles.stream().map(Cycle::word).collect(Collectors.toSet());
        if (words.contains(NetworkTotalStatus.DIFFERS)) {
            return "It differs";
        }
        if (words.contains(NetworkTotalStatus.NOT_RECEIVED)) {
            return words.size() == 1
                    ? "Its totals are not received"
                    : "No difference in the totals received";
        }
        if (words.contains(NetworkTotalStatus.NOT_FINAL)) {
            return "Its totals are not final";
        }
        return words.contains(NetworkTotalStatus.WRITTEN_OFF)
                ? "It differs, and the difference is written off"
                : "It agrees";
    }
}
