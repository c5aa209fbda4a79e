package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.Confirmation;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.month.Months;
import dev.countersign.jobs.month.Months.MonthCloseRecord;
import dev.countersign.jobs.month.Months.MonthStatus;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.service.operations.Approvals;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Months: how far each is closed, what stands in the way, and closing it. */
@Controller
public record MonthsPage(
        Months months, Approvals approvals, MonthQuestions questions, InstantSource clock) {

    private static final String PATH = "/console/{mode}/months";
    private static final String OF_MONTH = PATH + "/{month}";

    private static final int DAYS_NAMED = 5;

    private static final Columns<MonthCloseRecord> COLUMNS =
            Columns.<MonthCloseRecord>of()
                    .text("month", MonthCloseRecord::month)
                    .text("stage", row -> row.stage().wire())
                    .text("soft_closed_by", MonthCloseRecord::softClosedBy)
                    .time("soft_closed_at", MonthCloseRecord::softClosedAt)
                    .text("hard_closed_by", MonthCloseRecord::hardClosedBy)
                    .text("approved_by", MonthCloseRecord::approvedBy)
                    .time("hard_closed_at", MonthCloseRecord::hardClosedAt);

    /**
     * The days of a month whose night is not complete.
     *
     * @param first the first of those that have ended
     * @param more how many more of them there are
     * @param upcoming how many have not ended
     */
    public record MissingNights(List<LocalDate> first, long more, long upcoming) {

        static MissingNights of(List<LocalDate> days, LocalDate today) {
            List<LocalDate> ended = days.stream().filter(day -> day.isBefore(today)).toList();
            List<LocalDate> first = ended.subList(0, Math.min(DAYS_NAMED, ended.size()));
            return new MissingNights(
                    first, (long) ended.size() - first.size(), (long) days.size() - ended.size());
        }
    }

    @GetMapping(PATH)
    ModelAndView list(@PathVariable("mode") Mode books, HttpServletRequest request) {
        return ConsolePage.of(request, "months", "Months", "proof", books)
                .addObject("months", months.list(books));
    }

    @GetMapping(PATH + ".csv")
    CsvFile file(@PathVariable("mode") Mode books) {
        return CsvFile.of("months-" + books.wire(), COLUMNS, months.list(books));
    }

    @GetMapping(OF_MONTH)
    ModelAndView show(
            @PathVariable("mode") Mode books,
            @PathVariable("month") String text,
            HttpServletRequest request) {
        YearMonth month = Dates.month(text);
        String subject = Months.subject(books, month);
        ModelAndView page = ConsolePage.of(request, "month", "Month", "proof", books);
        page.addObject("month", month);
        page.addObject("date", month);
        MonthStatus status = months.show(books, month);
        page.addObject("standing", status);
        page.addObject("missing", MissingNights.of(status.missingDays(), Dates.today(clock)));
        page.addObject(
                "closing",
                months.list(books).stream()
                        .filter(each -> each.month().equals(month))
                        .findFirst()
                        .orElse(null));
        page.addObject(
                "asked",
                List.of(ApprovalKind.HARD_CLOSE_MONTH, ApprovalKind.REOPEN_MONTH).stream()
                        .flatMap(kind -> approvals.find(kind, subject).stream())
                        .findFirst()
                        .orElse(null));
        return page;
    }

    @PostMapping(OF_MONTH + "/soft-close")
    ModelAndView softClose(
            @PathVariable("mode") Mode books,
            @PathVariable("month") String text,
            HttpServletRequest request) {
        YearMonth month = Dates.month(text);
        Confirmation question = questions.softClose(books, month);
        if (!question.answered(request)) {
            return question.page(request, "proof", books);
        }
        return act(
                request,
                "month.soft_close",
                Months.subject(books, month),
                "",
                me -> months.softClose(books, month, me));
    }

    @PostMapping(OF_MONTH + "/{action}")
    ModelAndView ask(
            @PathVariable("mode") Mode books,
            @PathVariable("month") String text,
            @PathVariable("action") String action,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        YearMonth month = Dates.month(text);
        MonthApproval approval = MonthApproval.of(action);
        String subject = Months.subject(books, month);
        return act(
                request,
                "month.ask_" + approval.word(),
                subject,
                reason,
                me -> {
                    approval.requirePossible(months.show(books, month));
                    approvals.ask(approval.kind(), subject, reason, me);
                });
    }

    @PostMapping(OF_MONTH + "/{action}/approve")
    ModelAndView approve(
            @PathVariable("mode") Mode books,
            @PathVariable("month") String text,
            @PathVariable("action") String action,
            @RequestParam(name = "asked_at") Instant askedAt,
            HttpServletRequest request) {
        YearMonth month = Dates.month(text);
        MonthApproval approval = MonthApproval.of(action);
        String subject = Months.subject(books, month);
        Confirmation question = questions.approve(approval, books, month);
        if (!question.answered(request)) {
            return question.page(request, "proof", books);
        }
        return act(
                request,
                "month." + approval.word(),
                subject,
                "",
                me ->
                        approvals.approve(
                                approval.kind(),
                                subject,
                                askedAt,
                                me,
                                asked ->
                                        approval.apply(months, books, month, asked.askedBy(), me)));
    }

    @PostMapping(OF_MONTH + "/{action}/refuse")
    ModelAndView refuse(
            @PathVariable("mode") Mode books,
            @PathVariable("month") String text,
            @PathVariable("action") String action,
            HttpServletRequest request) {
        MonthApproval approval = MonthApproval.of(action);
        String subject = Months.subject(books, Dates.month(text));
        return act(
                request,
                "month.refuse_" + approval.word(),
                subject,
                "",
                me -> approvals.refuse(approval.kind(), subject));
    }

    /** Requires finance for every act on a month, and shows the month again. */
    private static ModelAndView act(
            HttpServletRequest request,
            String action,
            String subject,
            String remark,
            Consumer<String> work) {
        OperatorRequest.act(request, action, subject, remark, work);
        return ConsolePage.redirect("/console/" + subject.replace("/", "/months/"));
    }
}
