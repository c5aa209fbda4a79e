package dev.countersign.facade.console.now;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.operations.Lookup;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The page of what happens now. */
@Controller
public record NowPage(LiveMetrics liveMetrics, Lookup lookup) {

    private static final int LATEST = 12;

    @GetMapping("/console/{mode}/now")
    ModelAndView show(@PathVariable("mode") Mode books, HttpServletRequest request) {
        return ConsolePage.of(request, "now", "Now", "now", books)
                .addObject("latest", lookup.newest(books, LATEST))
                .addObject("charts", true);
    }

    /** The latest decisions, to take the place of those that are shown. */
    @GetMapping("/console/{mode}/now/latest")
    ModelAndView latest(@PathVariable("mode") Mode books, HttpServletRequest request) {
        return ConsolePage.of(request, "now :: latest", "", "now", books)
                .addObject("latest", lookup.newest(books, LATEST));
    }

    @GetMapping(path = "/console/{mode}/now/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter stream(HttpServletRequest request) {
        SseEmitter viewer =
                InvalidInputException.required(
                        liveMetrics.addViewer(request.getSession().getId()),
                        "Too many pages show live figures at once; this one shows what it has.");
        return viewer;
    }
}
