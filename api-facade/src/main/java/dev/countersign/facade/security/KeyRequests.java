package dev.countersign.facade.security;

import dev.countersign.facade.error.ErrorResponses;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Requests with an API key: how fast they may come, and what they are on the audit trail. */
public final class KeyRequests extends OncePerRequestFilter {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Pattern ID = Pattern.compile("[a-z]+_[0-9A-Z]{26}");

    private final RateLimit rate;
    private final InstantSource clock;

    KeyRequests(RateLimit rate, InstantSource clock) {
        this.rate = rate;
        this.clock = clock;
    }

    /** The caller, when its key may do this; a resource that is reached has a caller. */
    public static Caller caller(HttpServletRequest request, String scope) {
        ApiKeyAuthentication key = key();
        if (key == null) {
            throw new IllegalStateException("a request reached a resource without a caller");
        }
        if (!AuthorityAuthorizationManager.hasAuthority(scope)
                .authorize(() -> key, request)
                .isGranted()) {
            throw new RequestRefusedException(
                    ErrorCode.SCOPE_MISSING, "The API key lacks the scope " + scope + ".");
        }
        requireVersion(request.getHeader(ErrorResponses.API_VERSION));
        return key.caller();
    }

    private static @Nullable ApiKeyAuthentication key() {
        return SecurityContextHolder.getContext().getAuthentication()
                        instanceof ApiKeyAuthentication key
                ? key
                : null;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ApiKeyAuthentication key = key();
        if (key == null) {
            chain.doFilter(request, response);
            return;
        }
        long seconds = rate.take(key.getPrincipal(), READS.contains(request.getMethod()));
        if (seconds > 0) {
            response.setHeader("Retry-After", String.valueOf(seconds));
            ErrorResponses.write(
                    new RequestRefusedException(ErrorCode.TOO_MANY_REQUESTS), response);
            return;
        }
        if (request.getMethod().equals("GET")) {
            chain.doFilter(request, response);
            return;
        }
        AuditContext context = AuditContext.as(action(key, request), clock.instant());
        try (context) {
            chain.doFilter(request, response);
        }
    }

    /** Returns the audit trail entry of a request: the operation, and its subject. */
    private static AuditAction action(ApiKeyAuthentication key, HttpServletRequest request) {
        String path = request.getRequestURI();
        Matcher id = ID.matcher(path);
        String subject = id.find() ? id.group() : "";
        String operation = request.getMethod() + " " + id.replaceAll("…");
        return new AuditAction(ActorKind.KEY, key.getPrincipal(), operation, subject, "");
    }

    private static void requireVersion(@Nullable String asked) {
        if (asked != null && !asked.equals(ErrorResponses.VERSION)) {
            throw new RequestRefusedException(
                    ErrorCode.VERSION_UNSUPPORTED,
                    "The only version is " + ErrorResponses.VERSION + ".",
                    ErrorResponses.API_VERSION);
        }
    }
}
