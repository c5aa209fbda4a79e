package dev.countersign.facade.console.night;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.SettleProgress;
import dev.countersign.jobs.night.StepCounts;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.skipped.SkippedItem;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.operations.BreakQueue;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;

/** One night: its steps as they go, and what may be done with it. */
@Controller
public record NightPage(
        NightOperations operations, BreakQueue breaks, Proofs proofs, InstantSource clock) {

    private static final String PATH = "/console/{mode}/nights/{id}";
    private static final int EARLIER = 5;
    private static final int ITEMS_SHOWN = 50;

    private static final Columns<SkippedItem> SKIPPED =
            Columns.<SkippedItem>of()
                    .text("step", SkippedItem::step)
                    .text("reason", SkippedItem::reason)
                    .text("kind", SkippedItem::kind)
                    .text(
                            "id",
                            row ->
                                    IdText.write(
                                            row.kind().equals("break") ? "brk_" : "clr_", row.id()))
                    .text(
                            "transaction_id",
                            row ->
                                    row.transaction() == null
                                            ? null
                                            : new TransactionId(row.transaction()))
                    .amount("amount", SkippedItem::minor, SkippedItem::currency)
                    .text("currency", SkippedItem::currency);

    private static final Columns<Step> STEPS =
            Columns.<Step>of()
                    .text("step", Step::name)
                    .text("status", Step::status)
                    .number("read", Step::read)
                    .number("written", Step::written)
                    .number("skipped", Step::skipped)
                    .number("millis", row -> millis(row.taken()))
                    .number("usual_millis", row -> millis(row.usual()));

    /**
     * A step.
     *
     * @param taken null while it has not begun
     * @param usual the middle of the nights before; null where there is none
     */
    public record Step(
            String name,
            String status,
            long read,
            long written,
            long skipped,
            @Nullable Duration taken,
            @Nullable Duration usual) {}

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("id") long id, HttpServletRequest request) {
        NightReport report = report(id);
        Night night = report.night();
        ModelAndView page = ConsolePage.of(request, "night", "Night", "nights", night.mode());
        page.addObject("date", night.businessDate());
        fill(page, report);
        List<SkippedItem> skipped = proofs.skipped(night, null, ITEMS_SHOWN + 1);
        page.addObject("left", SkippedSummary.of(report.steps(), proofs.skippedCounts(night)));
        page.addObject("skipped", skipped.subList(0, Math.min(ITEMS_SHOWN, skipped.size())));
        page.addObject("moreSkipped", skipped.size() > ITEMS_SHOWN);
        page.addObject("found", breaks.foundOn(night.mode(), night.businessDate()));
        return page;
    }

    /** Returns the items that the night skipped, one by one. */
    @GetMapping(PATH + "/skipped.csv")
    CsvFile skipped(@PathVariable("id") long id, HttpServletRequest request) {
        requireBooks(id, request);
        Night night = report(id).night();
        return CsvFile.of(
                "night-%s-skipped".formatted(night.businessDate()),
                SKIPPED,
                (last, limit) -> proofs.skipped(night, last, limit));
    }

    /** Its steps, with their counts and how long they took. */
    @GetMapping(PATH + "/steps.csv")
    CsvFile stepsFile(@PathVariable("id") long id, HttpServletRequest request) {
        requireBooks(id, request);
        NightReport report = report(id);
        return CsvFile.of(
                "night-%s-steps".formatted(report.night().businessDate()), STEPS, steps(report));
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis();
    }

    /** The part that changes while the night runs. */
    @GetMapping(PATH + "/progress")
    ModelAndView progress(@PathVariable("id") long id, HttpServletRequest request) {
        NightReport report = report(id);
        ModelAndView page =
                ConsolePage.of(request, "night :: progress", "", "nights", report.night().mode());
        fill(page, report);
        return page;
    }

    private void fill(ModelAndView page, NightReport report) {
        Night night = report.night();
        boolean running = night.state() == NightState.RUNNING;
        SettleProgress settling =
                running
                        ? operations.nights().queries().settling(night.mode())
                        : new SettleProgress(0, 0);
        NightOperations.Proof proof = operations.proof(night.id());
        page.addObject("night", night);
        page.addObject("steps", steps(report));
        page.addObject("running", running);
        page.addObject("live", running || (proof != null && proof.running()));
        page.addObject("settled", settling.done());
        page.addObject("records", settling.done() + settling.left());
        page.addObject("proof", proof);
        page.addObject("taken", taken(report));
    }

    /** So far while it runs; of one whose process died what its steps took. */
    private Duration taken(NightReport report) {
        Night night = report.night();
        if (night.endedAt() != null) {
            return Duration.between(night.startedAt(), night.endedAt());
        }
        return night.state() == NightState.RUNNING
                ? Duration.between(night.startedAt(), clock.instant())
                : report.steps().stream()
                        .map(NightPage::taken)
                        .filter(Objects::nonNull)
                        .reduce(Duration.ZERO, Duration::plus);
    }

    private List<Step> steps(NightReport report) {
        Night night = report.night();
        List<NightReport> earlier =
                operations.nights().queries().list(night.mode(), EARLIER * 4).stream()
                        .filter(each -> each.id() < night.id())
                        .filter(each -> each.state() == NightState.COMPLETED)
                        .limit(EARLIER)
                        .map(each -> operations.nights().queries().show(each.id()))
                        .toList();
        return report.steps().stream()
                .map(
                        step ->
                                new Step(
                                        step.name(),
                                        step.status().toLowerCase(Locale.ROOT),
                                        step.read(),
                                        step.written(),
                                        step.skipped(),
                                        taken(step),
                                        usual(step.name(), earlier)))
                .toList();
    }

    private static @Nullable Duration taken(StepCounts step) {
        LocalDateTime from = step.startedAt();
        LocalDateTime to = step.endedAt();
        return from == null || to == null || to.isBefore(from) ? null : Duration.between(from, to);
    }

    private static @Nullable Duration usual(String name, List<NightReport> earlier) {
        List<Duration> all = new ArrayList<>();
        for (NightReport report : earlier) {
            for (StepCounts step : report.steps()) {
                Duration taken = step.name().equals(name) ? taken(step) : null;
                if (taken != null) {
                    all.add(taken);
                }
            }
        }
        Collections.sort(all);
        return all.isEmpty() ? null : all.get(all.size() / 2);
    }

    @PostMapping(PATH + "/stop")
    ModelAndView stop(@PathVariable("id") long id, HttpServletRequest request) {
        note("night.stop", id, request);
        var unused = operations.nights().stop(id);
        return back(id);
    }

    @PostMapping(PATH + "/restart")
    ModelAndView restart(@PathVariable("id") long id, HttpServletRequest request) {
        note("night.restart", id, request);
        operations.restart(id);
        return back(id);
    }

    @PostMapping(PATH + "/recover")
    ModelAndView recover(@PathVariable("id") long id, HttpServletRequest request) {
        note("night.recover", id, request);
        var unused = operations.nights().recover(id);
        return back(id);
    }

    @PostMapping(PATH + "/prove")
    ModelAndView prove(@PathVariable("id") long id, HttpServletRequest request) {
        requireBooks(id, request);
        operations.prove(report(id).night());
        return back(id);
    }

    private void note(String action, long id, HttpServletRequest request) {
        requireBooks(id, request);
        OperatorRequest.of(request).noting(action, String.valueOf(id), "");
    }

    private void requireBooks(long id, HttpServletRequest request) {
        ConsolePage.requireBooks(request, report(id).night().mode());
    }

    private NightReport report(long id) {
        try {
            return operations.nights().queries().show(id);
        } catch (NightRefusedException e) {
            throw new PageNotFoundException(e.sentence());
        }
    }

    private static ModelAndView back(long id) {
        return ConsolePage.redirect("/console/{mode}/nights/" + id);
    }
}
