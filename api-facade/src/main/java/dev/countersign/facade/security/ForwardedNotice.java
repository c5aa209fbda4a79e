package dev.countersign.facade.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/** Says once that a proxy names its callers and is not believed: all of them count as one. */
public final class ForwardedNotice extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(ForwardedNotice.class);

    private final AtomicBoolean isLogged = new AtomicBoolean();

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getHeader("X-Forwarded-For") != null && isLogged.compareAndSet(false, true)) {
            log.warn(
                    "Logins come with X-Forwarded-For, which is not believed: all count as of one"
                            + " address. If it is that of your proxy, set"
                            + " server.forward-headers-strategy=native.");
        }
        chain.doFilter(request, response);
    }
}
