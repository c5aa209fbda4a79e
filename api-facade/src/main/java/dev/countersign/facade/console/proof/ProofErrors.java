package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.ConsoleErrors;
import dev.countersign.jobs.month.MonthRefusedException;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.report.ReportRefusedException;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.ModelAndView;

/** The page of a refusal to close a month or to serve a report. */
@ControllerAdvice("dev.countersign.facade.console.proof")
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ProofErrors {

    @ExceptionHandler({MonthRefusedException.class, ReportRefusedException.class})
    ModelAndView refused(RuntimeException e, HttpServletRequest request) {
        return ConsoleErrors.notDone(request, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ModelAndView refused(NightRefusedException e, HttpServletRequest request) {
        return ConsoleErrors.notDone(request, e.sentence());
    }
}
