package dev.countersign.facade.console.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * The cookie that a session's token travels in: of the console's paths alone, out of reach of
 * scripts, not sent along by forms of other sites, and gone with the browser.
 */
final class SessionCookie {

    private static final String NAME = "countersign_console";
    private static final String PATH = "/console";

    private SessionCookie() {}

    static Optional<String> read(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return Optional.empty();
        }
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(NAME) && !cookie.getValue().isEmpty()) {
                return Optional.of(cookie.getValue());
            }
        }
        return Optional.empty();
    }

    static void write(String token, HttpServletRequest request, HttpServletResponse response) {
        response.addHeader(HttpHeaders.SET_COOKIE, cookie(token, request).build().toString());
    }

    static void remove(HttpServletRequest request, HttpServletResponse response) {
        response.addHeader(
                HttpHeaders.SET_COOKIE, cookie("", request).maxAge(0).build().toString());
    }

    private static ResponseCookie.ResponseCookieBuilder cookie(
            String value, HttpServletRequest request) {
        return ResponseCookie.from(NAME, value)
                .path(PATH)
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite("Lax");
    }
}
