package dev.countersign.facade.console.page;

import dev.countersign.facade.console.access.BookPath;
import dev.countersign.facade.console.form.RefusedForm;
import dev.countersign.facade.error.TransientErrors;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Outages;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.DisconnectedClientHelper;

/** The handlers that report the errors of a page on a page. */
@ControllerAdvice("dev.countersign.facade.console")
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
public record ConsoleErrors(Outages outages) {

    private static final Logger log = LoggerFactory.getLogger(ConsoleErrors.class);

    @ExceptionHandler
    ModelAndView notFound(PageNotFoundException e, HttpServletRequest request) {
        return page(request, HttpStatus.NOT_FOUND, "Not here", String.valueOf(e.getMessage()));
    }

    /**
     * Answers a request for something in other books. It is not shown in passing: the operator must
     * change the books.
     */
    @ExceptionHandler
    ModelAndView inOtherBooks(OtherModeException e, HttpServletRequest request) {
        ModelAndView page =
                page(
                        request,
                        HttpStatus.NOT_FOUND,
                        "In the other book",
                        String.valueOf(e.getMessage()));
        if (request.getMethod().equals("GET")) {
            String path = request.getRequestURI();
            page.addObject("otherBook", e.mode().wire());
            page.addObject(
                    "there",
                    "/console/"
                            + e.mode().wire()
                            + path.substring(path.indexOf('/', "/console/".length())));
        }
        return page;
    }

    @ExceptionHandler
    ModelAndView declined(InvalidInputException e, HttpServletRequest request) {
        return notDone(request, e.status(), String.valueOf(e.getMessage()));
    }

    @ExceptionHandler({RequestRefusedException.class, ActionRefusedException.class})
    ModelAndView refused(RuntimeException e, HttpServletRequest request) {
        return notDone(request, String.valueOf(e.getMessage()));
    }

    /** Answers a request for a page that does not exist. */
    static ModelAndView unknown(HttpServletRequest request) {
        return page(
                request,
                HttpStatus.NOT_FOUND,
                "Not here",
                "There is no such page in the console. The address may be mistyped or out of date.");
    }

    /** Tells why something was not done. */
    public static ModelAndView notDone(HttpServletRequest request, String sentence) {
        return notDone(request, HttpStatus.CONFLICT, sentence);
    }

    /** On the page of the form where it is known, with what was entered there. */
    private static ModelAndView notDone(
            HttpServletRequest request, HttpStatus status, String sentence) {
        RefusedForm refused = RefusedForm.of(request, status, sentence);
        return refused == null
                ? page(request, status, "That was not done", sentence)
                : new ModelAndView(refused);
    }

    private ModelAndView databaseBusy(Exception e, HttpServletRequest request) {
        if (!outages.noticed(e)) {
            log.info("no answer in time: {}", TransientErrors.reason(e));
        }
        return page(
                request,
                HttpStatus.SERVICE_UNAVAILABLE,
                "No answer in time",
                "The database is away, or busy with more important work. Try again in a moment.");
    }

    /** Ends a response whose caller has hung up. */
    private static ModelAndView gone(Exception e) {
        log.debug("the client disconnected: {}", e.getMessage());
        return new ModelAndView();
    }

    /** An address, or a form, that no page of the console makes. */
    @ExceptionHandler({
        TypeMismatchException.class,
        ServletRequestBindingException.class,
        HttpRequestMethodNotSupportedException.class
    })
    ModelAndView notUnderstood(Exception e, HttpServletRequest request) {
        log.debug("a page was asked for what it does not know: {}", e.toString());
        boolean method = e instanceof HttpRequestMethodNotSupportedException;
        return page(
                request,
                method ? HttpStatus.METHOD_NOT_ALLOWED : HttpStatus.BAD_REQUEST,
                "Not understood",
                "No page of the console asks for that.");
    }

    @ExceptionHandler
    ModelAndView unexpected(Exception e, HttpServletRequest request) {
        if (TransientErrors.is(e)) {
            return databaseBusy(e, request);
        }
        if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
            return gone(e);
        }
        log.error("a page of the console failed", e);
        return page(
                request,
                HttpStatus.INTERNAL_SERVER_ERROR,
                "This failed",
                "Something went wrong that was not foreseen. The log tells more, by the request's"
                        + " id.");
    }

    private static ModelAndView page(
            HttpServletRequest request, HttpStatus status, String title, String sentence) {
        Mode mode = BookPath.find(request);
        return new ModelAndView("console/problem", status)
                .addObject("mode", mode == null ? null : mode.wire())
                .addObject("back", BookPath.home(mode))
                .addObject("title", title)
                .addObject("sentence", sentence);
    }
}
