package dev.countersign.facade.console.quarantine;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.quarantine.QuarantineEntry;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** One message that could not be read, with what may be shown of it. */
@Controller
public record MessagePage(QuarantineQueue queue, QuarantineActions actions) {

    private static final String PATH = "/console/{mode}/quarantine/{id}";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("id") long id, HttpServletRequest request) {
        QuarantineEntry entry =
                queue.find(id).orElseThrow(() -> PageNotFoundException.of("message", id));
        Mode books = ConsolePage.books(request);
        return ConsolePage.of(request, "message", "Message " + id, "quarantine", books)
                .addObject("entry", entry)
                .addObject("message", entry.message())
                .addObject("body", shown(entry.message().body()));
    }

    private static String shown(String body) {
        try {
            return JSON.writeValueAsString(JSON.readTree(body));
        } catch (JacksonException e) {
            return body;
        }
    }

    @PostMapping(PATH + "/replay")
    ModelAndView replay(@PathVariable("id") long id, HttpServletRequest request) {
        actions.replay(OperatorRequest.of(request), id);
        return back(id);
    }

    @PostMapping(PATH + "/discard")
    ModelAndView discard(
            @PathVariable("id") long id,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        actions.discard(OperatorRequest.of(request), id, reason);
        return back(id);
    }

    private static ModelAndView back(long id) {
        return ConsolePage.redirect("/console/{mode}/quarantine/" + id);
    }
}
