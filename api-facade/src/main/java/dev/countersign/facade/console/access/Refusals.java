package dev.countersign.facade.console.access;

import dev.countersign.facade.console.session.SessionEnding;
import dev.countersign.facade.console.session.WriteSparingSessionRepository;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.service.access.AuditTrail;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.security.web.csrf.MissingCsrfTokenException;

/** Says why the console refuses an operator's request: no login, or a role that is missing. */
public final class Refusals implements AuthenticationEntryPoint, AccessDeniedHandler {

    /** The attribute with the exception that the page of refusals explains. */
    static final String DENIED = "console.denied";

    /** The field of each form with the address of the page that it stands on. */
    public static final String FORM_PAGE = "form_page";

    /** The attribute of a request with what keeps its form from being looked at. */
    public static final String FAULT = "console.fault";

    /** The page of refusals, which only these forward to. */
    static final String PAGE = "/console/refused";

    private static final int PATH_MAX = 100;

    private final AuditTrail trail;

    Refusals(AuditTrail trail) {
        this.trail = trail;
    }

    @Override
    public void commence(
            HttpServletRequest request,
            HttpServletResponse response,
            AuthenticationException exception)
            throws IOException {
        toLogin(request, response);
    }

    @Override
    public void handle(
            HttpServletRequest request,
            HttpServletResponse response,
            AccessDeniedException exception)
            throws IOException, ServletException {
        if (exception instanceof MissingCsrfTokenException) {
            toLogin(request, response);
        } else if (exception instanceof CsrfException) {
            refuse(
                    response,
                    HttpStatus.FORBIDDEN,
                    "This form is of an older session: go back, load the page again.");
        } else {
            note(request);
            request.setAttribute(DENIED, exception);
            request.getRequestDispatcher(PAGE).forward(request, response);
        }
    }

    /** Counts refusals of operators whose roles do not suffice: by the minute. */
    private void note(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        String path = CardNumberMask.mask(request.getRequestURI());
        if (principal != null) {
            trail.recordRepeated(
                    SecurityEvent.ACCESS_REFUSED,
                    ActorKind.OPERATOR,
                    principal.getName(),
                    path.substring(0, Math.min(PATH_MAX, path.length())));
        }
    }

    private static void toLogin(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String ending = ending(request);
        String target = LoginPage.LOGIN + (ending == null ? "" : "?ended=" + ending);
        String whole = target + next(request, ending == null ? "?" : "&");
        if (request.getHeader("HX-Request") != null) {
            response.setHeader("HX-Redirect", whole);
            response.setStatus(HttpStatus.UNAUTHORIZED.value());
            return;
        }
        redirect(response, whole);
    }

    /**
     * Returns the parameter that makes a page lead to where the operator wanted to go, or to the
     * page that the operator was on.
     */
    static String next(HttpServletRequest request, String separator) {
        String wanted = ours(wanted(request));
        return wanted == null
                ? ""
                : separator + "next=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8);
    }

    /** The address of the page that is shown, which its forms carry; card numbers are masked. */
    public static String formPage(HttpServletRequest request) {
        String shown = ours(wanted(request));
        if (shown != null) {
            int query = shown.indexOf('?');
            return query < 0
                    ? shown
                    : shown.substring(0, query) + CardNumberMask.mask(shown.substring(query));
        }
        return FormChecks.isRead(request)
                ? request.getRequestURI()
                : BookPath.home(BookPath.find(request));
    }

    /** A form leads back to its page, and a part of a page that is loaded again to the whole. */
    private static @Nullable String wanted(HttpServletRequest request) {
        String current = request.getHeader("HX-Current-URL");
        if (current != null) {
            return current.replaceFirst("^https?://[^/]*", "");
        }
        if (!FormChecks.isRead(request)) {
            return request.getParameter(FORM_PAGE);
        }
        String path = request.getRequestURI();
        if (path.equals("/console")) {
            return null;
        }
        return request.getQueryString() == null ? path : path + "?" + request.getQueryString();
    }

    /**
     * Returns the reason why the session of the request is over; null for a request without a
     * session.
     */
    private static @Nullable String ending(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session == null) {
            return request.getRequestedSessionId() == null ? null : SessionEnding.ENDED.wire();
        }
        String ending = (String) session.getAttribute(WriteSparingSessionRepository.ENDING);
        session.invalidate();
        return ending;
    }

    public static void redirect(HttpServletResponse response, String target) {
        response.setStatus(HttpStatus.SEE_OTHER.value());
        response.setHeader(HttpHeaders.LOCATION, target);
    }

    /** A path of the console that was asked for before the login; null for any other text. */
    public static @Nullable String ours(@Nullable String next) {
        boolean ours =
                next != null
                        && next.matches("/console(/[A-Za-z0-9._~-]+)*(\\?[A-Za-z0-9._~%=&+:-]*)?")
                        && !next.toLowerCase(Locale.ROOT).startsWith(LoginPage.LOGIN);
        return ours ? next : null;
    }

    static void refuse(HttpServletResponse response, HttpStatus status, String sentence)
            throws IOException {
        response.setStatus(status.value());
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println(sentence);
    }
}
