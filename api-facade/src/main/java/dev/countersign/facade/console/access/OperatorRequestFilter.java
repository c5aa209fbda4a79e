package dev.countersign.facade.console.access;

import dev.countersign.reconcile.service.Database;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tells pages which operator asks, keeps the session awake where a person asks and not a page by
 * itself, and sends whoever has a password that was made for them to where they choose one.
 */
final class OperatorRequestFilter extends OncePerRequestFilter {

    private final Database database;
    private final Tally tally;
    private final InstantSource clock;

    OperatorRequestFilter(Database database, Tally tally, InstantSource clock) {
        this.database = database;
        this.tally = tally;
        this.clock = clock;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null
                || !(authentication.getPrincipal() instanceof OperatorDetails details)) {
            chain.doFilter(request, response);
            return;
        }
        if (isByHand(request)) {
            request.getSession().setAttribute(ThriftySessions.USED, true);
        }
        String path = request.getRequestURI();
        if (details.operator().passwordTemporary()
                && !path.equals(LoginPage.PASSWORD)
                && !path.equals(LoginPage.LOGOUT)
                && !path.startsWith("/console/assets/")) {
            Refusals.redirect(response, LoginPage.PASSWORD);
            return;
        }
        new OperatorRequest(details.operator(), token(request), database, tally, clock)
                .attachTo(request);
        chain.doFilter(request, response);
    }

    /** False for what pages ask for by themselves: events, and parts that are loaded again. */
    private static boolean isByHand(HttpServletRequest request) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return request.getHeader("HX-Request") == null
                && (accept == null || !accept.startsWith(MediaType.TEXT_EVENT_STREAM_VALUE));
    }

    private static String token(HttpServletRequest request) {
        return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token
                ? token.getToken()
                : "";
    }
}
