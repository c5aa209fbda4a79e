package dev.countersign.facade.console.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses forms that no page of the console sent, before anything is read for them. Browsers say
 * where a form comes from; a form without that comes from no browser of ours. The login has no
 * token to check yet and relies on this.
 */
final class FormChecks extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean changing = !isRead(request);
        if (changing && !isOfOurPages(request)) {
            Refusals.refuse(
                    response,
                    HttpStatus.FORBIDDEN,
                    "This form was not sent by a page of the console.");
            return;
        }
        String fault = InputRules.fault(request, changing);
        if (fault != null && changing && BookPath.find(request) != null) {
            // Its page tells it, with what was entered.
            request.setAttribute(Refusals.FAULT, fault);
        } else if (fault != null) {
            Refusals.refuse(response, HttpStatus.BAD_REQUEST, fault);
            return;
        }
        chain.doFilter(request, response);
    }

    static boolean isRead(HttpServletRequest request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    private static boolean isOfOurPages(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin")) {
            return false;
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin == null) {
            return site != null;
        }
        return authority(origin).equalsIgnoreCase(request.getHeader(HttpHeaders.HOST));
    }

    private static String authority(String origin) {
        try {
            String authority = URI.create(origin).getAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
