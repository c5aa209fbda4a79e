package dev.countersign.facade.security;

import dev.countersign.facade.rest.error.ErrorResponses;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.Refused;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.service.ApiKeys;
import dev.countersign.reconcile.service.ApiKeys.Caller;
import dev.countersign.reconcile.service.AuditContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.ConnectionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/** Lets only those through whose key belongs to the base address that they call. */
public final class ApiKeyFilter extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(ApiKeyFilter.class);
    private static final String ATTRIBUTE = ApiKeyFilter.class.getName();
    private static final String SCHEME = "Bearer ";

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    /** The contracts, which everybody may read. */
    private static final Set<String> OPEN =
            Set.of(
                    "/v1/openapi.yaml",
                    "/v1/openapi.json",
                    "/sandbox/v1/test_helpers/openapi.yaml",
                    "/sandbox/v1/test_helpers/openapi.json");

    private final ApiKeys keys;
    private static final Pattern ID = Pattern.compile("[a-z]+_[0-9A-Z]{26}");

    private final RateLimit rate;
    private final InstantSource clock;

    public ApiKeyFilter(ApiKeys keys, RateLimit rate, InstantSource clock) {
        this.keys = keys;
        this.rate = rate;
        this.clock = clock;
    }

    /** Who calls, when it may do this; a resource that is reached has a caller. */
    public static Caller caller(HttpServletRequest request, String scope) {
        if (!(request.getAttribute(ATTRIBUTE) instanceof Caller caller)) {
            throw new IllegalStateException("a request reached a resource without a caller");
        }
        if (!caller.scopes().contains(scope)) {
            throw new Refused(
                    ErrorCode.SCOPE_MISSING, "The API key lacks the scope " + scope + ".");
        }
        requireVersion(request.getHeader(ErrorResponses.API_VERSION));
        return caller;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return OPEN.contains(request.getRequestURI());
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Caller caller;
        try {
            caller = authenticate(request);
            request.setAttribute(ATTRIBUTE, caller);
            rate.take(caller.keyId(), READS.contains(request.getMethod()));
        } catch (RateLimit.TooFast tooFast) {
            response.setHeader("Retry-After", String.valueOf(tooFast.retryAfterSeconds()));
            ErrorResponses.write(tooFast.refusal(), response);
            return;
        } catch (Refused refused) {
            ErrorResponses.write(refused, response);
            return;
        } catch (ConnectionException e) {
            log.warn("the database does not answer: {}", e.getMessage());
            ErrorResponses.write(new Refused(ErrorCode.TEMPORARILY_UNAVAILABLE), response);
            return;
        }
        if (request.getMethod().equals("GET")) {
            chain.doFilter(request, response);
            return;
        }
        AuditContext context = AuditContext.as(action(caller, request), clock.instant());
        try (context) {
            chain.doFilter(request, response);
        }
    }

    /** What a request is on the audit trail: the operation, and what it is done to. */
    private static AuditAction action(Caller caller, HttpServletRequest request) {
        String path = request.getRequestURI();
        Matcher id = ID.matcher(path);
        String subject = id.find() ? id.group() : "";
        String operation = request.getMethod() + " " + id.replaceAll("…");
        return new AuditAction(ActorKind.KEY, caller.keyId(), operation, subject, "");
    }

    private Caller authenticate(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null || header.isBlank()) {
            throw new Refused(
                    ErrorCode.API_KEY_MISSING,
                    "Send the API key as 'Authorization: Bearer <key>'.");
        }
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw new Refused(ErrorCode.API_KEY_INVALID, "The API key is not a bearer key.");
        }
        Caller caller =
                keys.authenticate(header.substring(SCHEME.length()).strip())
                        .orElseThrow(
                                () ->
                                        new Refused(
                                                ErrorCode.API_KEY_INVALID,
                                                "The API key is unknown, revoked or expired."));
        Mode mode = request.getRequestURI().startsWith("/sandbox/") ? Mode.SANDBOX : Mode.LIVE;
        if (caller.book().mode() != mode) {
            throw new Refused(
                    ErrorCode.API_KEY_WRONG_MODE,
                    "The API key belongs to the other base address: live keys to /v1, test keys to /sandbox/v1.");
        }
        return caller;
    }

    private static void requireVersion(@Nullable String asked) {
        if (asked != null && !asked.equals(ErrorResponses.VERSION)) {
            throw new Refused(
                    ErrorCode.VERSION_UNSUPPORTED,
                    "The only version is " + ErrorResponses.VERSION + ".",
                    ErrorResponses.API_VERSION);
        }
    }
}
