package dev.countersign.facade.console.access;

import dev.countersign.facade.error.TransientErrors;
import dev.countersign.reconcile.service.Outages;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** Answers requests while the database is away: no session can be read then. */
final class DatabaseOutageFilter extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(DatabaseOutageFilter.class);

    private final Outages outages;

    DatabaseOutageFilter(Outages outages) {
        this.outages = outages;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (RuntimeException e) {
            if (response.isCommitted() || !TransientErrors.is(e)) {
                throw e;
            }
            if (!outages.noticed(e)) {
                log.info("no answer in time: {}", TransientErrors.reason(e));
            }
            Refusals.refuse(
                    response,
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "The database is away, or busy with more important work. Try again in a"
                            + " moment.");
        }
    }
}
