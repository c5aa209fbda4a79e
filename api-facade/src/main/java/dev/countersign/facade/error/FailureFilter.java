package dev.countersign.facade.error;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.service.Outages;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Answers what goes wrong outside of resources and pages, in a filter or while a response is
 * written: trouble that passes is 503, and a caller who has gone is no error.
 */
public final class FailureFilter extends OncePerRequestFilter {

    /**
     * The attribute of a request whose answer we broke off, since it could not be had whole. The
     * caller has not gone: the connection ends without the end of the answer.
     */
    public static final String BROKEN_OFF = FailureFilter.class.getName() + ".broken-off";

    private static final Logger log = LoggerFactory.getLogger(FailureFilter.class);

    private final Outages outages;

    public FailureFilter(Outages outages) {
        this.outages = outages;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (ServletException | IOException | RuntimeException e) {
            if (TransientErrors.is(e) && !response.isCommitted()) {
                if (!outages.noticed(e)) {
                    log.info("temporarily unavailable: {}", TransientErrors.reason(e));
                }
                response.resetBuffer();
                ErrorResponses.write(
                        new RequestRefusedException(ErrorCode.TEMPORARILY_UNAVAILABLE), response);
            } else if (request.getAttribute(BROKEN_OFF) == null
                    && DisconnectedClientHelper.isClientDisconnectedException(e)) {
                log.debug("a caller has gone: {}", e.getMessage());
            } else {
                throw e;
            }
        }
    }
}
