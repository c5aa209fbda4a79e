package dev.countersign.facade.security;

import dev.countersign.facade.error.ErrorResponses;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.IdText;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/** Gives every request an id: in a header of its response, in its errors and in its log lines. */
public final class RequestIds extends OncePerRequestFilter {

    private static final String PREFIX = "req_";

    private final IdGenerator ids;
    private final InstantSource clock;

    public RequestIds(IdGenerator ids, InstantSource clock) {
        this.ids = ids;
        this.clock = clock;
    }

    /** An id for one request. */
    public String next() {
        return IdText.write(PREFIX, ids.next(clock.instant()));
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String id = next();
        request.setAttribute(ErrorResponses.REQUEST_ID, id);
        response.setHeader(ErrorResponses.REQUEST_ID, id);
        response.setHeader(ErrorResponses.API_VERSION, ErrorResponses.VERSION);
        MDC.put("request_id", id);
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove("request_id");
        }
    }
}
