package dev.countersign.facade.console.factor;

import dev.countersign.facade.console.access.OperatorContexts;
import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.access.Refusals;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.security.KnownBrowser;
import dev.countersign.reconcile.domain.operator.LoginOrigin;
import dev.countersign.reconcile.service.access.LoginAttempts;
import dev.countersign.reconcile.service.access.SecondFactors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Asks for a second factor after the password. */
@Controller
record SecondFactorPage(
        SecondFactors factors,
        LoginAttempts attempts,
        KnownBrowser browser,
        OperatorContexts contexts) {

    @GetMapping(OperatorContexts.SECOND_FACTOR)
    ModelAndView form(
            @RequestParam(name = "next", required = false) @Nullable String next,
            HttpServletRequest request) {
        return page(request, next, null, HttpStatus.OK);
    }

    @PostMapping(OperatorContexts.SECOND_FACTOR)
    ModelAndView take(
            @RequestParam(name = "code", defaultValue = "") String code,
            @RequestParam(name = "next", required = false) @Nullable String next,
            HttpServletRequest request,
            HttpServletResponse response) {
        String name = OperatorRequest.of(request).operator().name();
        LoginOrigin origin = KnownBrowser.origin(request);
        Optional<Duration> wait = attempts.beginFactor(name, origin);
        if (wait.isPresent()) {
            response.setHeader(
                    HttpHeaders.RETRY_AFTER, String.valueOf(Math.max(1, wait.get().toSeconds())));
            return page(
                    request,
                    next,
                    "Too many codes were wrong. Try again in a while.",
                    HttpStatus.TOO_MANY_REQUESTS);
        }
        if (!factors.take(name, code)) {
            return page(
                    request,
                    next,
                    "That code is wrong, or was used before.",
                    HttpStatus.UNPROCESSABLE_CONTENT);
        }
        attempts.factorSucceeded(name, origin);
        browser.remember(name, request, response);
        contexts.addFactor(OperatorContexts.TOTP, request, response);
        String wanted = Refusals.ours(next);
        return ConsolePage.redirect(wanted == null ? "/console" : wanted);
    }

    private static ModelAndView page(
            HttpServletRequest request,
            @Nullable String next,
            @Nullable String problem,
            HttpStatus status) {
        return new ModelAndView("console/second-factor", status)
                .addObject("formToken", OperatorRequest.of(request).formToken())
                .addObject("next", Refusals.ours(next))
                .addObject("problem", problem);
    }
}
