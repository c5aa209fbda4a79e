package dev.countersign.facade.security;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.AuthenticationConverter;

/** Reads the API key of a request, and finds out whose it is. */
record ApiKeyProvider(ApiKeys keys) implements AuthenticationConverter, AuthenticationProvider {

    private static final String SCHEME = "Bearer ";

    @Override
    public Authentication convert(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || header.isBlank()) {
            throw refused(
                    ErrorCode.API_KEY_MISSING,
                    "Send the API key as 'Authorization: Bearer <key>'.");
        }
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw refused(ErrorCode.API_KEY_INVALID, "The API key is not a bearer key.");
        }
        Mode mode = request.getRequestURI().startsWith("/sandbox/") ? Mode.SANDBOX : Mode.LIVE;
        return new ApiKeyAuthentication(header.substring(SCHEME.length()).strip(), mode);
    }

    @Override
    public Authentication authenticate(Authentication presented) {
        ApiKeyAuthentication key = (ApiKeyAuthentication) presented;
        Caller caller = find(String.valueOf(key.getCredentials()));
        if (caller.book().mode() != key.mode()) {
            throw refused(
                    ErrorCode.API_KEY_WRONG_MODE,
                    "The API key belongs to the other base address: live keys to /v1, test keys to /sandbox/v1.");
        }
        return new ApiKeyAuthentication(caller);
    }

    private Caller find(String text) {
        return keys.authenticate(text)
                .orElseThrow(
                        () ->
                                refused(
                                        ErrorCode.API_KEY_INVALID,
                                        "The API key is unknown, revoked or expired."));
    }

    private static ApiKeyRefusedException refused(ErrorCode code, String sentence) {
        return new ApiKeyRefusedException(new RequestRefusedException(code, sentence));
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == ApiKeyAuthentication.class;
    }
}
