package dev.countersign.facade.console.factor;

import dev.countersign.facade.console.access.OperatorContexts;
import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.service.access.LoginAttempts;
import dev.countersign.reconcile.service.access.SecondFactors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.webauthn.api.CredentialRecord;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page on which operators manage their own login: the password and the factors beside it. */
@Controller
record AccountPage(
        SecondFactors factors,
        AuditedPasskeys passkeys,
        LoginAttempts attempts,
        OperatorContexts contexts) {

    private static final String PATH = "/console/{mode}/account";

    @GetMapping(PATH)
    ModelAndView show(HttpServletRequest request) {
        return page(request);
    }

    private ModelAndView page(HttpServletRequest request) {
        ModelAndView page = ConsolePage.administration(request, "your-account", "Your account");
        String name = OperatorRequest.of(request).operator().name();
        page.addObject("held", factors.of(name));
        page.addObject("passkeys", passkeys.of(name).stream().map(Passkey::of).toList());
        page.addObject(
                "fresh",
                request.getUserPrincipal() instanceof Authentication in && contexts.isFresh(in));
        page.addObject("required", OperatorRequest.of(request).mustEnrol());
        return page;
    }

    /**
     * A passkey as the page lists it.
     *
     * @param usedAt null for never
     */
    public record Passkey(String id, String label, Instant addedAt, @Nullable Instant usedAt) {

        static Passkey of(CredentialRecord passkey) {
            return new Passkey(
                    passkey.getCredentialId().toBase64UrlString(),
                    passkey.getLabel(),
                    passkey.getCreated(),
                    passkey.getLastUsed());
        }
    }

    @PostMapping(PATH + "/passkeys/{id}/remove")
    ModelAndView removePasskey(@PathVariable("id") String id, HttpServletRequest request) {
        passkeys.remove(OperatorRequest.of(request).operator().name(), id);
        return ConsolePage.redirect(PATH);
    }

    @PostMapping(PATH + "/app")
    ModelAndView begin(HttpServletRequest request) {
        String name = OperatorRequest.of(request).operator().name();
        return page(request).addObject("enrolment", Enrolment.of(name, factors.begin(name)));
    }

    @PostMapping(PATH + "/app/confirm")
    ModelAndView confirm(
            @RequestParam(name = "code", defaultValue = "") String code,
            HttpServletRequest request,
            HttpServletResponse response) {
        String name = OperatorRequest.of(request).operator().name();
        if (attempts.beginInSession(name, request.getSession().getId()).isPresent()) {
            return problem(request, "Too many codes were wrong. Try again in a while.");
        }
        List<String> codes;
        try {
            codes = factors.confirm(name, code.replaceAll("\\s", ""));
        } catch (RequestRefusedException refused) {
            return problem(request, refused.getMessage());
        }
        attempts.succeededInSession(name, request.getSession().getId());
        contexts.addFactor(OperatorContexts.TOTP, request, response);
        return page(request).addObject("codes", codes);
    }

    @PostMapping(PATH + "/recovery-codes")
    ModelAndView recoveryCodes(HttpServletRequest request) {
        String name = OperatorRequest.of(request).operator().name();
        List<String> codes = factors.renewRecoveryCodes(name);
        return page(request).addObject("codes", codes);
    }

    @PostMapping(PATH + "/app/remove")
    ModelAndView remove(HttpServletRequest request) {
        factors.remove(OperatorRequest.of(request).operator().name());
        return ConsolePage.redirect(PATH);
    }

    private ModelAndView problem(HttpServletRequest request, @Nullable String sentence) {
        ModelAndView page = page(request);
        page.setStatus(HttpStatus.UNPROCESSABLE_CONTENT);
        page.addObject("problem", sentence);
        return page;
    }
}
