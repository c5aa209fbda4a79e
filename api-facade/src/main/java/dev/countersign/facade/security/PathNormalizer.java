package dev.countersign.facade.security;

import dev.countersign.facade.error.ErrorResponses;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets through only paths that are spelled in one way. An escaped letter, a path parameter or a dot
 * segment would be read in one way by the check of the key's mode and in another by the routes, and
 * nothing here has a name that needs them.
 */
public final class PathNormalizer extends OncePerRequestFilter {

    private static final String MARKS = "/._~-";

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isPlain(request.getRequestURI())) {
            chain.doFilter(request, response);
        } else {
            ErrorResponses.write(new RequestRefusedException(ErrorCode.ROUTE_UNKNOWN), response);
        }
    }

    static boolean isPlain(String path) {
        return path.chars().allMatch(PathNormalizer::isPlain)
                && !path.contains("/.")
                && !path.contains("//");
    }

    private static boolean isPlain(int letter) {
        return (letter >= 'a' && letter <= 'z')
                || (letter >= 'A' && letter <= 'Z')
                || (letter >= '0' && letter <= '9')
                || MARKS.indexOf(letter) >= 0;
    }
}
