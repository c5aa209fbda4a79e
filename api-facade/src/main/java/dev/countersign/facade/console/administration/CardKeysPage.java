package dev.countersign.facade.console.administration;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.service.issuing.PanKeys;
import dev.countersign.reconcile.service.issuing.PanKeys.Sealing;
import dev.countersign.reconcile.service.operations.Approvals;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.function.Consumer;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The key that card numbers are encrypted with, and its rotation by two administrators. */
@Controller
public record CardKeysPage(PanKeys keys, KeyRotation rotation, Approvals approvals) {

    private static final String PATH = "/console/{mode}/card-keys";

    @GetMapping(PATH)
    ModelAndView show(HttpServletRequest request) {
        return page(request, "card-keys");
    }

    /** The part that changes while numbers move. */
    @GetMapping(PATH + "/progress")
    ModelAndView progress(HttpServletRequest request) {
        return page(request, "card-keys :: progress");
    }

    private ModelAndView page(HttpServletRequest request, String template) {
        boolean running = rotation.running();
        Sealing sealing = keys.sealing();
        return ConsolePage.administration(request, template, "Card number keys")
                .addObject("sealing", sealing)
                .addObject("moved", sealing.numbers() - sealing.aged())
                .addObject("running", running)
                .addObject("failure", rotation.failure())
                .addObject(
                        "asked",
                        approvals
                                .find(ApprovalKind.ROTATE_CARD_KEYS, PanKeys.SUBJECT)
                                .orElse(null));
    }

    @PostMapping(PATH + "/rotate")
    ModelAndView ask(
            @RequestParam(name = "reason", defaultValue = "") String reason,
            HttpServletRequest request) {
        return act(
                request,
                "card_keys.ask_rotation",
                reason,
                me -> approvals.ask(ApprovalKind.ROTATE_CARD_KEYS, PanKeys.SUBJECT, reason, me));
    }

    /** The new key is stored together with the agreement: what was agreed is begun. */
    @PostMapping(PATH + "/rotate/approve")
    ModelAndView approve(
            @RequestParam(name = "asked_at") Instant askedAt, HttpServletRequest request) {
        ModelAndView seen =
                act(
                        request,
                        "card_keys.rotate",
                        "",
                        me ->
                                approvals.approve(
                                        ApprovalKind.ROTATE_CARD_KEYS,
                                        PanKeys.SUBJECT,
                                        askedAt,
                                        me,
                                        asked -> keys.begin()));
        rotation.resume();
        return seen;
    }

    @PostMapping(PATH + "/rotate/refuse")
    ModelAndView refuse(HttpServletRequest request) {
        return act(
                request,
                "card_keys.refuse_rotation",
                "",
                me -> approvals.refuse(ApprovalKind.ROTATE_CARD_KEYS, PanKeys.SUBJECT));
    }

    private static ModelAndView act(
            HttpServletRequest request, String action, String remark, Consumer<String> work) {
        OperatorRequest.act(request, action, PanKeys.SUBJECT, remark, work);
        return ConsolePage.redirect(PATH);
    }

    /** Continues a rotation that two operators have approved, without another approval. */
    @PostMapping(PATH + "/resume")
    ModelAndView resume(HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        asked.noting("card_keys.resume_rotation", PanKeys.SUBJECT, "");
        rotation.resume();
        return ConsolePage.redirect(PATH);
    }
}
