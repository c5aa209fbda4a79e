package dev.countersign.facade.security;

import dev.countersign.facade.rest.error.ErrorCode;
import dev.countersign.facade.rest.error.ErrorResponses;
import dev.countersign.facade.rest.error.Refused;
import dev.countersign.reconcile.domain.card.Mode;
import dev.countersign.reconcile.service.ApiKeys;
import dev.countersign.reconcile.service.ApiKeys.Caller;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/** Lets only those through whose key belongs to the base address that they call. */
public final class ApiKeyFilter extends OncePerRequestFilter {

    private static final String ATTRIBUTE = ApiKeyFilter.class.getName();
    private static final String SCHEME = "Bearer ";
    private static final String VERSION = "2026-10";

    private final ApiKeys keys;

    public ApiKeyFilter(ApiKeys keys) {
        this.keys = keys;
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
        return caller;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            request.setAttribute(ATTRIBUTE, authenticate(request));
            requireVersion(request.getHeader("Api-Version"));
        } catch (Refused refused) {
            ErrorResponses.write(refused, response);
            return;
        }
        chain.doFilter(request, response);
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
        if (caller.mode() != mode) {
            throw new Refused(
                    ErrorCode.API_KEY_WRONG_MODE,
                    "The API key belongs to the other base address: live keys to /v1, test keys to /sandbox/v1.");
        }
        return caller;
    }

    private static void requireVersion(@Nullable String asked) {
        if (asked != null && !asked.equals(VERSION)) {
            throw new Refused(
                    ErrorCode.VERSION_UNSUPPORTED,
                    "The only version is " + VERSION + ".",
                    "Api-Version");
        }
    }
}
