package dev.countersign.facade.console.access;

import dev.countersign.facade.console.session.WriteSparingSessionRepository;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.service.Database;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.authorization.AllRequiredFactorsAuthorizationManager;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tells pages which operator asks, keeps the session awake where a person asks and not a page by
 * itself, and sends an operator who still owes a second factor, or a password of their own, to
 * where they give it.
 */
final class OperatorRequestFilter extends OncePerRequestFilter {

    /** A one-time password, a passkey, which is two factors by itself, or a provider's. */
    private static final AuthorizationManager<HttpServletRequest> SECOND_FACTOR =
            AllRequiredFactorsAuthorizationManager.anyOf(
                    factor(OperatorContexts.TOTP),
                    factor(OperatorContexts.PROVIDER),
                    factor(FactorGrantedAuthority.WEBAUTHN_AUTHORITY));

    private static AllRequiredFactorsAuthorizationManager<HttpServletRequest> factor(
            String authority) {
        return AllRequiredFactorsAuthorizationManager.<HttpServletRequest>builder()
                .requireFactor(factor -> factor.authority(authority))
                .build();
    }

    private final Database database;
    private final WorkCounts workCounts;
    private final ConsoleProperties settings;
    private final OperatorContexts contexts;
    private final InstantSource clock;

    OperatorRequestFilter(
            Database database,
            WorkCounts workCounts,
            ConsoleProperties settings,
            OperatorContexts contexts,
            InstantSource clock) {
        this.contexts = contexts;
        this.settings = settings;
        this.database = database;
        this.workCounts = workCounts;
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
            request.getSession().setAttribute(WriteSparingSessionRepository.USED, true);
        }
        Operator operator = details.operator();
        String first = first(operator, authentication, request);
        if (first != null && !isOrLeadsTo(request, first)) {
            Refusals.redirect(response, first + Refusals.next(request, "?"));
            return;
        }
        if (changesFactors(request) && !contexts.isFresh(authentication)) {
            askAgain(request, response);
            return;
        }
        boolean mustEnrol = first != null && isAccount(first);
        new OperatorRequest(operator, token(request), mustEnrol, database, workCounts, clock)
                .attachTo(request);
        chain.doFilter(request, response);
    }

    /**
     * A session that another one took over is not to change for good what its operator logs in
     * with.
     */
    private static boolean changesFactors(HttpServletRequest request) {
        return !FormChecks.isRead(request) && isAccount(request.getRequestURI());
    }

    private static void askAgain(HttpServletRequest request, HttpServletResponse response) {
        String type = request.getContentType();
        if (type != null && type.startsWith(MediaType.APPLICATION_JSON_VALUE)) {
            response.setStatus(HttpStatus.UNAUTHORIZED.value());
        } else {
            String back = URLEncoder.encode(account(request), StandardCharsets.UTF_8);
            Refusals.redirect(response, LoginPage.LOGIN + "?again&next=" + back);
        }
    }

    /** The page that an operator has to go through first; null for none. */
    private @Nullable String first(
            Operator operator, Authentication authentication, HttpServletRequest request) {
        AuthorizationResult given = SECOND_FACTOR.authorize(() -> authentication, request);
        boolean strong = given != null && given.isGranted();
        if (operator.secondFactor() && !strong) {
            return OperatorContexts.SECOND_FACTOR;
        }
        if (operator.passwordTemporary()) {
            return LoginPage.PASSWORD;
        }
        boolean required = settings.secondFactorRoles().stream().anyMatch(operator.roles()::hold);
        return required && !strong ? account(request) : null;
    }

    /** The account of an operator, in the books that the request is of. */
    private static String account(HttpServletRequest request) {
        Mode mode = BookPath.find(request);
        return mode == null ? OperatorContexts.ACCOUNT : "/console/" + mode.wire() + "/account";
    }

    private static boolean isAccount(String path) {
        return path.matches("/console/((live|sandbox)/)?account(/.*)?");
    }

    private static boolean isOrLeadsTo(HttpServletRequest request, String page) {
        String path = request.getRequestURI();
        return path.equals(page)
                || (isAccount(page) && isAccount(path))
                || path.startsWith(page + "/")
                || path.equals(LoginPage.LOGOUT)
                || path.startsWith("/console/assets/")
                || PageRoles.isOpen(path);
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
