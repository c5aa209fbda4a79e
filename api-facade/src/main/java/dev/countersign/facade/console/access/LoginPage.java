package dev.countersign.facade.console.access;

import dev.countersign.facade.console.session.SessionEnding;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.service.access.LoginAttempts;
import dev.countersign.reconcile.service.access.Operators;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.web.WebAttributes;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The pages around a session: login, a password of one's own, and what a role may not do. */
@Controller
public class LoginPage {

    static final String LOGIN = "/console/login";
    static final String LOGOUT = "/console/logout";
    static final String PASSWORD = "/console/password";

    /** Address to which the framework forwards a failed login. */
    static final String FAILED = "/console/login/failed";

    private static final Function<String, Optional<SessionEnding>> ENDINGS =
            Wire.reader(SessionEnding.class);

    private final Operators operators;
    private final LoginAttempts attempts;
    private final ConsoleProperties settings;
    private final OperatorContexts contexts;
    private volatile boolean firstLoginAwaited = true;

    LoginPage(
            Operators operators,
            LoginAttempts attempts,
            ConsoleProperties settings,
            OperatorContexts contexts) {
        this.operators = operators;
        this.attempts = attempts;
        this.settings = settings;
        this.contexts = contexts;
    }

    @GetMapping(LOGIN)
    ModelAndView form(
            @RequestParam(name = "next", required = false) @Nullable String next,
            @RequestParam(name = "ended", required = false) @Nullable String ended,
            @RequestParam(name = "away", required = false) @Nullable String away) {
        HttpStatus status = away == null ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
        return page(next, "", null, status)
                .addObject("first", isFirstLogin())
                .addObject(
                        "ended",
                        ended == null ? null : ENDINGS.apply(ended).map(this::why).orElse(null));
    }

    /** True until the one who was made at the first start has logged in; asked no more then. */
    private boolean isFirstLogin() {
        if (firstLoginAwaited) {
            firstLoginAwaited =
                    operators
                            .find(Operators.FIRST)
                            .filter(each -> each.lastLoginAt() == null)
                            .isPresent();
        }
        return firstLoginAwaited;
    }

    private String why(SessionEnding ending) {
        return switch (ending) {
            case RESTED ->
                    "You were signed out after %s without use."
                            .formatted(words(settings.sessionRest()));
            case LASTED ->
                    "You were signed out: a session lasts %s at most."
                            .formatted(words(settings.sessionLife()));
            case ENDED ->
                    ("You were signed out. A session ends after %s without use, after %s, and when"
                                    + " the password or the roles of its operator are changed.")
                            .formatted(
                                    words(settings.sessionRest()), words(settings.sessionLife()));
        };
    }

    private static String words(Duration time) {
        long minutes = Math.max(1, time.plusSeconds(59).toMinutes());
        if (minutes % 60 == 0) {
            return minutes == 60 ? "1 hour" : minutes / 60 + " hours";
        }
        return minutes == 1 ? "1 minute" : minutes + " minutes";
    }

    /** A login that failed; what was typed is with the request. */
    @PostMapping(FAILED)
    ModelAndView failed(
            @RequestParam(name = "name", defaultValue = "") String name,
            @RequestParam(name = "next", required = false) @Nullable String next,
            HttpServletRequest request,
            HttpServletResponse response) {
        Object reason = request.getAttribute(WebAttributes.AUTHENTICATION_EXCEPTION);
        if (reason instanceof AttemptsExhaustedException exhausted) {
            response.setHeader(
                    HttpHeaders.RETRY_AFTER,
                    String.valueOf(Math.max(1, exhausted.retryAfter().toSeconds())));
            return page(
                    next,
                    name,
                    "Too many logins failed. Try again in %s."
                            .formatted(words(exhausted.retryAfter())),
                    HttpStatus.TOO_MANY_REQUESTS);
        }
        if (reason instanceof InternalAuthenticationServiceException) {
            return page(
                    next,
                    name,
                    "The database is away, or busy. Try again in a moment.",
                    HttpStatus.SERVICE_UNAVAILABLE);
        }
        return page(
                next,
                name,
                "Name or password is wrong. After several wrong passwords you have to wait.",
                HttpStatus.UNPROCESSABLE_CONTENT);
    }

    private static ModelAndView page(
            @Nullable String next, String name, @Nullable String problem, HttpStatus status) {
        return new ModelAndView("console/login", status)
                .addObject("next", Refusals.ours(next))
                .addObject("name", name)
                .addObject("problem", problem);
    }

    /** Shows the page for a request that the operator's role does not allow. */
    @RequestMapping(Refusals.PAGE)
    ModelAndView refused(HttpServletRequest request) {
        if (!(request.getAttribute(Refusals.DENIED) instanceof Exception denied)) {
            return new ModelAndView("console/problem", HttpStatus.NOT_FOUND)
                    .addObject("title", "Not here")
                    .addObject("sentence", "There is no such page in the console.");
        }
        return new ModelAndView("console/problem", HttpStatus.FORBIDDEN)
                .addObject("back", BookPath.home(BookPath.find(from(request))))
                .addObject("title", "Not allowed")
                .addObject("sentence", sentence(denied));
    }

    /** The address that was asked for before the framework forwarded it here. */
    private static String from(HttpServletRequest request) {
        Object asked = request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI);
        return asked == null ? request.getRequestURI() : asked.toString();
    }

    private static String sentence(Exception denied) {
        if (denied instanceof AuthorizationDeniedException e
                && e.getAuthorizationResult() instanceof AuthorityAuthorizationDecision needed) {
            for (GrantedAuthority each : needed.getAuthorities()) {
                String role = OperatorDetails.role(String.valueOf(each.getAuthority()));
                return "This needs the role " + role + ": ask an administrator.";
            }
        }
        return "This is not allowed: ask an administrator.";
    }

    @GetMapping(PASSWORD)
    ModelAndView passwordForm(
            @RequestParam(name = "next", required = false) @Nullable String next,
            HttpServletRequest request) {
        return passwordPage(request, next, null, HttpStatus.OK);
    }

    @PostMapping(PASSWORD)
    ModelAndView changePassword(
            @RequestParam(name = "before", defaultValue = "") String before,
            @RequestParam(name = "after", defaultValue = "") String after,
            @RequestParam(name = "again", defaultValue = "") String again,
            @RequestParam(name = "next", required = false) @Nullable String next,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (!after.equals(again)) {
            return passwordPage(
                    request,
                    next,
                    "The two new passwords do not match.",
                    HttpStatus.UNPROCESSABLE_CONTENT);
        }
        OperatorRequest asked = OperatorRequest.of(request);
        String name = asked.operator().name();
        String session = request.getSession().getId();
        try {
            operators.requireSound(name, before, after);
            if (attempts.beginInSession(name, session).isPresent()) {
                operators.endSessions(name);
                return redirect(LOGIN + "?ended=" + SessionEnding.ENDED.wire());
            }
            asked.doing(
                    "operator.change_password",
                    name,
                    "",
                    () -> operators.changePassword(name, before, after));
        } catch (RequestRefusedException refused) {
            return passwordPage(
                    request, next, refused.getMessage(), HttpStatus.UNPROCESSABLE_CONTENT);
        }
        attempts.succeededInSession(name, session);
        contexts.renew(operators.find(name).orElseThrow(), request, response);
        String wanted = Refusals.ours(next);
        return redirect(wanted == null ? "/console" : wanted);
    }

    private static ModelAndView passwordPage(
            HttpServletRequest request,
            @Nullable String next,
            @Nullable String problem,
            HttpStatus status) {
        OperatorRequest asked = OperatorRequest.of(request);
        return new ModelAndView("console/password", status)
                .addObject("visitor", asked.operator())
                .addObject("next", Refusals.ours(next))
                .addObject("formToken", asked.formToken())
                .addObject("problem", problem)
                .addObject("shortest", Operators.PASSWORD_MIN)
                .addObject("longest", Operators.PASSWORD_BYTES_MAX);
    }

    private static ModelAndView redirect(String target) {
        return new ModelAndView("redirect:" + target, Map.of(), HttpStatus.SEE_OTHER);
    }
}
