package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.Refused;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.service.ConsoleSessions;
import dev.countersign.reconcile.service.ConsoleSessions.Ending;
import dev.countersign.reconcile.service.ConsoleSessions.Login;
import dev.countersign.reconcile.service.Operators;
import io.github.bucket4j.Bucket;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** How somebody comes in, goes out, and changes their password. */
@Controller
public class LoginPage {

    /** Checking a password takes a fifth of a second of a processor: so many a minute, no more. */
    private static final int LOGINS_PER_MINUTE = 60;

    private static final String WRONG =
            String.format(
                    Locale.ROOT,
                    "Name or password is wrong. After %d wrong passwords a name is locked for %d minutes.",
                    Operator.FAILURES_MAX,
                    Operator.LOCK.toMinutes());

    private static final Function<String, Optional<Ending>> ENDINGS = Wire.reader(Ending.class);

    private final ConsoleSessions sessions;
    private final Operators operators;
    private final Bucket attempts =
            Bucket.builder()
                    .addLimit(
                            limit ->
                                    limit.capacity(LOGINS_PER_MINUTE)
                                            .refillGreedy(LOGINS_PER_MINUTE, Duration.ofMinutes(1)))
                    .build();

    public LoginPage(ConsoleSessions sessions, Operators operators) {
        this.sessions = sessions;
        this.operators = operators;
    }

    @GetMapping(ConsoleFilter.LOGIN)
    ModelAndView form(
            @RequestParam(name = "next", required = false) @Nullable String next,
            @RequestParam(name = "ended", required = false) @Nullable String ended) {
        ModelAndView page = page(next, "", null, HttpStatus.OK);
        page.addObject(
                "ended",
                ended == null ? null : ENDINGS.apply(ended).map(LoginPage::why).orElse(null));
        return page;
    }

    private static String why(Ending ending) {
        return switch (ending) {
            case RESTED ->
                    String.format(
                            Locale.ROOT,
                            "You were signed out after %d minutes without use.",
                            ConsoleSessions.REST_MAX.toMinutes());
            case LASTED ->
                    String.format(
                            Locale.ROOT,
                            "You were signed out: a session lasts %d hours at most.",
                            ConsoleSessions.LIFE_MAX.toHours());
            case ENDED ->
                    String.format(
                            Locale.ROOT,
                            "You were signed out. A session ends after %d minutes without use, after %d"
                                    + " hours, and when its password is changed.",
                            ConsoleSessions.REST_MAX.toMinutes(),
                            ConsoleSessions.LIFE_MAX.toHours());
        };
    }

    @PostMapping(ConsoleFilter.LOGIN)
    ModelAndView login(
            @RequestParam(name = "name", defaultValue = "") String name,
            @RequestParam(name = "password", defaultValue = "") String password,
            @RequestParam(name = "next", required = false) @Nullable String next,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (!attempts.tryConsume(1)) {
            return page(
                    next,
                    name,
                    "Too many logins at once. Try again in a minute.",
                    HttpStatus.TOO_MANY_REQUESTS);
        }
        return switch (sessions.login(name.strip(), password)) {
            case Login.In(String token) -> {
                SessionCookie.read(request).ifPresent(sessions::end);
                SessionCookie.write(token, request, response);
                String wanted = ConsoleFilter.ours(next);
                yield redirect(wanted == null ? "/console" : wanted);
            }
            case Login.Wrong() -> page(next, name, WRONG, HttpStatus.UNPROCESSABLE_CONTENT);
        };
    }

    private static ModelAndView page(
            @Nullable String next, String name, @Nullable String problem, HttpStatus status) {
        ModelAndView page = new ModelAndView("console/login", status);
        page.addObject("next", ConsoleFilter.ours(next));
        page.addObject("name", name);
        page.addObject("problem", problem);
        return page;
    }

    @PostMapping("/console/logout")
    ModelAndView logout(HttpServletRequest request, HttpServletResponse response) {
        SessionCookie.read(request).ifPresent(sessions::end);
        SessionCookie.remove(request, response);
        return redirect(ConsoleFilter.LOGIN);
    }

    @GetMapping(ConsoleFilter.PASSWORD)
    ModelAndView passwordForm(HttpServletRequest request) {
        return passwordPage(request, null, HttpStatus.OK);
    }

    @PostMapping(ConsoleFilter.PASSWORD)
    ModelAndView changePassword(
            @RequestParam(name = "before", defaultValue = "") String before,
            @RequestParam(name = "after", defaultValue = "") String after,
            @RequestParam(name = "again", defaultValue = "") String again,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (!after.equals(again)) {
            return passwordPage(
                    request,
                    "The new password was not typed twice alike.",
                    HttpStatus.UNPROCESSABLE_CONTENT);
        }
        Visit visit = Visit.of(request);
        String name = visit.visitor().name();
        try {
            visit.doing(
                    "operator.change_password",
                    name,
                    "",
                    () -> operators.changePassword(name, before, after));
        } catch (Refused refused) {
            return passwordPage(request, refused.getMessage(), HttpStatus.UNPROCESSABLE_CONTENT);
        }
        if (sessions.login(name, after) instanceof Login.In(String token)) {
            SessionCookie.write(token, request, response);
        }
        return redirect("/console");
    }

    private static ModelAndView passwordPage(
            HttpServletRequest request, @Nullable String problem, HttpStatus status) {
        ModelAndView page = new ModelAndView("console/password", status);
        page.addObject("visitor", Visit.of(request).visitor());
        page.addObject("problem", problem);
        page.addObject("shortest", Operators.PASSWORD_MIN);
        page.addObject("longest", Operators.PASSWORD_BYTES_MAX);
        return page;
    }

    private static ModelAndView redirect(String target) {
        return new ModelAndView("redirect:" + target, Map.of(), HttpStatus.SEE_OTHER);
    }
}
