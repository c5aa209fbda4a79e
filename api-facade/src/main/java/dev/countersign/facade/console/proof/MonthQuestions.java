package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.Confirmation;
import dev.countersign.facade.console.page.Confirmation.Sum;
import dev.countersign.facade.console.page.Formatter;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.Waterfall;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.list.ListPosition;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The questions that come before a month is closed or opened, with what the month comes to. */
public record MonthQuestions(Proofs proofs) {

    private static final Formatter SHOW = new Formatter();
    private static final int DAYS_MAX = 31;

    Confirmation softClose(Mode mode, YearMonth month) {
        return question(
                mode,
                month,
                "Close %s of the %s books softly?",
                "Two operators can open it again.",
                "Close it softly");
    }

    Confirmation approve(MonthApproval approval, Mode mode, YearMonth month) {
        return switch (approval) {
            case HARD_CLOSE ->
                    question(
                            mode,
                            month,
                            "Close %s of the %s books for good?",
                            "Nothing of the month changes afterwards, and it cannot be opened again.",
                            "Close it for good");
            case REOPEN ->
                    question(
                            mode,
                            month,
                            "Open %s of the %s books again?",
                            "What it was closed with counts no more until it is closed again.",
                            "Open it again");
        };
    }

    private Confirmation question(
            Mode mode, YearMonth month, String title, String sentence, String button) {
        return new Confirmation(
                title.formatted(SHOW.month(month), mode.wire()),
                List.of(sentence, "What the network is owed for its settlement days, net:"),
                sums(mode, month),
                button);
    }

    /** The net of the days of the month, by currency. */
    private List<Sum> sums(Mode mode, YearMonth month) {
        Map<String, List<Waterfall>> byCurrency =
                proofs
                        .days(mode, ListPosition.after(month.plusMonths(1).atDay(1)), DAYS_MAX)
                        .stream()
                        .filter(day -> YearMonth.from(day.night().businessDate()).equals(month))
                        .flatMap(day -> day.waterfalls().stream())
                        .collect(
                                Collectors.groupingBy(
                                        Waterfall::currency, TreeMap::new, Collectors.toList()));
        return byCurrency.entrySet().stream()
                .map(
                        each ->
                                new Sum(
                                        "Days with " + each.getKey(),
                                        each.getValue().size(),
                                        each.getValue().stream()
                                                .map(Waterfall::net)
                                                .reduce(BigDecimal.ZERO, BigDecimal::add),
                                        each.getKey()))
                .toList();
    }
}
