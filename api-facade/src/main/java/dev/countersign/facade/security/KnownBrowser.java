package dev.countersign.facade.security;

import dev.countersign.reconcile.domain.operator.LoginOrigin;
import dev.countersign.reconcile.service.access.LoginAttempts;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * The cookie by which a browser is known in which an operator has logged in. It lets nobody in; it
 * says whose failures do not count there.
 */
public final class KnownBrowser {

    private static final String NAME = "countersign_browser";
    private static final String OVER_TLS = "__Host-" + NAME;
    private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final int SECRET_BYTES = 32;

    private final LoginAttempts attempts;
    private final SecureRandom random = new SecureRandom();

    public KnownBrowser(LoginAttempts attempts) {
        this.attempts = attempts;
    }

    /** The place that a request comes from. */
    public static LoginOrigin origin(HttpServletRequest request) {
        return new LoginOrigin(request.getRemoteAddr(), secret(request));
    }

    private static @Nullable String secret(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(request.isSecure() ? OVER_TLS : NAME)
                        && SECRET.matcher(cookie.getValue()).matches()) {
                    return cookie.getValue();
                }
            }
        }
        return null;
    }

    /**
     * Knows the browser of an operator who has given all that they log in with. A secret that came
     * from nowhere may be another operator's, and gets another in its place.
     */
    public void remember(
            String operator, HttpServletRequest request, HttpServletResponse response) {
        String before = secret(request);
        String secret = before != null && attempts.isOfABrowser(before) ? before : make();
        attempts.remember(operator, secret);
        boolean secure = request.isSecure();
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(secure ? OVER_TLS : NAME, secret)
                        .path(secure ? "/" : "/console")
                        .secure(secure)
                        .httpOnly(true)
                        .sameSite("Lax")
                        .maxAge(LoginAttempts.BROWSERS_KNOWN)
                        .build()
                        .toString());
    }

    private String make() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
