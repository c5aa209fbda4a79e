package dev.countersign.facade.security;

import dev.countersign.facade.error.ErrorResponses;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests that carry two values of a header of which one counts. A proxy may go by the
 * first of them and the product by the last, so it comes before anything goes by either.
 */
public final class RepeatedHeaders extends OncePerRequestFilter {

    private static final Map<String, ErrorCode> SINGLE =
            Map.of(
                    "Authorization",
                    ErrorCode.QUERY_INVALID,
                    "Idempotency-Key",
                    ErrorCode.IDEMPOTENCY_KEY_INVALID,
                    ErrorResponses.API_VERSION,
                    ErrorCode.VERSION_UNSUPPORTED);

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        for (Map.Entry<String, ErrorCode> header : SINGLE.entrySet()) {
            String name = header.getKey();
            if (new HashSet<>(Collections.list(request.getHeaders(name))).size() > 1) {
                ErrorResponses.write(
                        new RequestRefusedException(
                                header.getValue(), "The header " + name + " has two values.", name),
                        response);
                return;
            }
        }
        chain.doFilter(request, response);
    }
}
