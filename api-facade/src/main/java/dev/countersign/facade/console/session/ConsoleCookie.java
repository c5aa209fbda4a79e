package dev.countersign.facade.console.session;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.session.web.http.CookieHttpSessionIdResolver;
import org.springframework.session.web.http.DefaultCookieSerializer;
import org.springframework.session.web.http.HttpSessionIdResolver;

/**
 * The cookie that carries the id of a session: out of reach of scripts, not sent along by forms of
 * other sites, and gone with the browser. Over TLS, also where a proxy ends it, its name begins
 * with {@code __Host-}, so that no other host of the domain can set it.
 */
public final class ConsoleCookie implements HttpSessionIdResolver {

    private static final String NAME = "countersign_console";

    private final HttpSessionIdResolver plain = resolver(NAME, "/console", false);
    private final HttpSessionIdResolver overTls = resolver("__Host-" + NAME, "/", true);

    private static HttpSessionIdResolver resolver(String name, String path, boolean secure) {
        DefaultCookieSerializer cookie = new DefaultCookieSerializer();
        cookie.setCookieName(name);
        cookie.setCookiePath(path);
        cookie.setUseSecureCookie(secure);
        cookie.setUseHttpOnlyCookie(true);
        cookie.setSameSite("Lax");
        cookie.setUseBase64Encoding(false);
        CookieHttpSessionIdResolver resolver = new CookieHttpSessionIdResolver();
        resolver.setCookieSerializer(cookie);
        return resolver;
    }

    private HttpSessionIdResolver of(HttpServletRequest request) {
        return request.isSecure() ? overTls : plain;
    }

    @Override
    public List<String> resolveSessionIds(HttpServletRequest request) {
        return of(request).resolveSessionIds(request);
    }

    @Override
    public void setSessionId(
            HttpServletRequest request, HttpServletResponse response, String sessionId) {
        of(request).setSessionId(request, response, sessionId);
    }

    @Override
    public void expireSession(HttpServletRequest request, HttpServletResponse response) {
        of(request).expireSession(request, response);
    }
}
