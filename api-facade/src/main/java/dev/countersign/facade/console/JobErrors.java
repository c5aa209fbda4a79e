package dev.countersign.facade.console;

import dev.countersign.facade.console.page.ConsoleErrors;
import dev.countersign.jobs.night.NightRefusedException;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.ModelAndView;

/** The page of a refusal to run a night, or to show what a night has not completed. */
@ControllerAdvice({"dev.countersign.facade.console.night", "dev.countersign.facade.console.proof"})
@Order(Ordered.HIGHEST_PRECEDENCE)
class JobErrors {

    @ExceptionHandler
    ModelAndView refused(NightRefusedException e, HttpServletRequest request) {
        return ConsoleErrors.notDone(request, e.sentence());
    }
}
