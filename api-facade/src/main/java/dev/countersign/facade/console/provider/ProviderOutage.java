package dev.countersign.facade.console.provider;

import dev.countersign.facade.console.access.Refusals;
import dev.countersign.facade.error.TransientErrors;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/** An identity provider that does not answer: the log says it once, and once that it is back. */
final class ProviderOutage {

    private static final Logger log = LoggerFactory.getLogger(ProviderOutage.class);

    private final AtomicBoolean away = new AtomicBoolean();

    /** True where trouble is that of a connection, and no word of the provider. */
    static boolean isBehind(Throwable trouble) {
        return TransientErrors.causes(trouble).anyMatch(IOException.class::isInstance);
    }

    void noteTrouble(Throwable trouble) {
        if (away.compareAndSet(false, true)) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(trouble);
            log.warn("The identity provider is away: {}", cause.getClass().getSimpleName());
        }
    }

    void over() {
        if (away.compareAndSet(true, false)) {
            log.info("The identity provider is back.");
        }
    }

    /** Sends a login through a provider that is away back to the page of logins. */
    static final class Door extends OncePerRequestFilter {

        private final ProviderOutage outage;
        private final Runnable asks;
        private final RequestMatcher begins;
        private final String otherwise;

        /**
         * Guards the beginning of logins.
         *
         * @param asks the provider who it is, unless it is known
         * @param otherwise where to send people
         */
        Door(ProviderOutage outage, Runnable asks, RequestMatcher begins, String otherwise) {
            this.outage = outage;
            this.asks = asks;
            this.begins = begins;
            this.otherwise = otherwise;
        }

        @Override
        protected void doFilterInternal(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (begins.matches(request)) {
                try {
                    asks.run();
                } catch (RuntimeException e) {
                    outage.noteTrouble(e);
                    Refusals.redirect(response, otherwise);
                    return;
                }
                outage.over();
            }
            chain.doFilter(request, response);
        }
    }
}
