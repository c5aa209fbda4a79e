package dev.countersign.facade.console.access;

import dev.countersign.reconcile.service.ConsoleSessions;
import dev.countersign.reconcile.service.ConsoleSessions.Ending;
import dev.countersign.reconcile.service.ConsoleSessions.Visitor;
import dev.countersign.reconcile.service.Database;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * The door of the console. Nobody gets past it who is not logged in, no form that is not of the
 * session's own pages, and no page leaves without the headers that keep other sites and injected
 * scripts out.
 */
public final class ConsoleFilter extends OncePerRequestFilter {

    static final String LOGIN = "/console/login";
    static final String PASSWORD = "/console/password";
    private static final String LOGOUT = "/console/logout";
    private static final String ASSETS = "/console/assets/";

    /** Scripts and styles from here alone, none inside a page; no frames, no plug-ins. */
    private static final String CONTENT_SECURITY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none';"
                    + " frame-ancestors 'none'";

    private final ConsoleSessions sessions;
    private final Database database;
    private final Tally tally;
    private final InstantSource clock;

    public ConsoleFilter(
            ConsoleSessions sessions, Database database, Tally tally, InstantSource clock) {
        this.sessions = sessions;
        this.database = database;
        this.tally = tally;
        this.clock = clock;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String path = request.getRequestURI();
        protect(response);
        if (path.startsWith(ASSETS)) {
            chain.doFilter(request, response);
            return;
        }
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        boolean changing = !isRead(request);
        if (changing && !isOfOurPages(request)) {
            refuse(
                    response,
                    HttpStatus.FORBIDDEN,
                    "This form was not sent by a page of the console.");
            return;
        }
        String fault = Typed.fault(request, changing);
        if (fault != null) {
            refuse(response, HttpStatus.BAD_REQUEST, fault);
            return;
        }
        if (path.equals(LOGIN)) {
            chain.doFilter(request, response);
            return;
        }
        String token = SessionCookie.read(request).orElse(null);
        Visitor visitor = token == null ? null : sessions.find(token).orElse(null);
        if (visitor == null) {
            SessionCookie.remove(request, response);
            toLogin(request, response, token == null ? null : sessions.ending(token));
            return;
        }
        if (changing && !carriesToken(request, visitor)) {
            refuse(
                    response,
                    HttpStatus.FORBIDDEN,
                    "This form is of an older session: go back, load the page again.");
            return;
        }
        if (visitor.passwordTemporary() && !path.equals(PASSWORD) && !path.equals(LOGOUT)) {
            redirect(response, PASSWORD);
            return;
        }
        new Visit(visitor, database, tally, clock).attachTo(request);
        chain.doFilter(request, response);
    }

    private static void protect(HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", CONTENT_SECURITY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Referrer-Policy", "same-origin");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
    }

    private static boolean isRead(HttpServletRequest request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    /** Browsers say where a form comes from; who says nothing is no browser of ours. */
    private static boolean isOfOurPages(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin")) {
            return false;
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin == null) {
            return site != null;
        }
        return authority(origin).equalsIgnoreCase(request.getHeader(HttpHeaders.HOST));
    }

    private static String authority(String origin) {
        try {
            String authority = URI.create(origin).getAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static boolean carriesToken(HttpServletRequest request, Visitor visitor) {
        String header = request.getHeader("X-Form-Token");
        String token = header == null ? request.getParameter("form_token") : header;
        return token != null && same(token, visitor.formToken());
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static void toLogin(
            HttpServletRequest request, HttpServletResponse response, @Nullable Ending ending)
            throws IOException {
        String target = LOGIN + (ending == null ? "" : "?ended=" + ending.wire());
        if (request.getHeader("HX-Request") != null) {
            response.setHeader("HX-Redirect", target);
            response.setStatus(HttpStatus.UNAUTHORIZED.value());
            return;
        }
        if (isRead(request) && !request.getRequestURI().equals("/console")) {
            String wanted = request.getRequestURI();
            if (request.getQueryString() != null) {
                wanted += "?" + request.getQueryString();
            }
            target +=
                    (ending == null ? "?next=" : "&next=")
                            + URLEncoder.encode(wanted, StandardCharsets.UTF_8);
        }
        redirect(response, target);
    }

    private static void redirect(HttpServletResponse response, String target) {
        response.setStatus(HttpStatus.SEE_OTHER.value());
        response.setHeader(HttpHeaders.LOCATION, target);
    }

    /** A path of the console that was asked for before the login; null for any other text. */
    static @Nullable String ours(@Nullable String next) {
        boolean ours =
                next != null
                        && next.matches("/console(/[A-Za-z0-9._~-]+)*(\\?[A-Za-z0-9._~%=&+:-]*)?")
                        && !next.toLowerCase(Locale.ROOT).startsWith(LOGIN);
        return ours ? next : null;
    }

    private static void refuse(HttpServletResponse response, HttpStatus status, String sentence)
            throws IOException {
        response.setStatus(status.value());
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println(sentence);
    }
}
