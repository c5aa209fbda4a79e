package dev.countersign.facade.rest;

import dev.countersign.facade.output.IndentedJson;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Indents answers for people who look at them: a caller asks with {@code Accept: application/json;
 * indent=2}. Nothing else about an answer changes.
 */
final class IndentedResponses extends OncePerRequestFilter {

    private static final Pattern ASKED =
            Pattern.compile("application/json\\s*;\\s*indent=2", Pattern.CASE_INSENSITIVE);

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        if (accept == null || !ASKED.matcher(accept.strip()).matches()) {
            chain.doFilter(request, response);
            return;
        }
        ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
        chain.doFilter(new PlainAccept(request), answer);
        byte[] body = answer.getContentAsByteArray();
        if (body.length == 0 || !isJson(answer.getContentType())) {
            answer.copyBodyToResponse();
            return;
        }
        byte[] indented = IndentedJson.of(body);
        response.setContentLength(indented.length);
        response.getOutputStream().write(indented);
    }

    private static boolean isJson(@Nullable String type) {
        return type != null && type.startsWith(MediaType.APPLICATION_JSON_VALUE);
    }

    /** The request without what is answered here. */
    private static final class PlainAccept extends HttpServletRequestWrapper {

        PlainAccept(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable String getHeader(String name) {
            return HttpHeaders.ACCEPT.equalsIgnoreCase(name)
                    ? MediaType.APPLICATION_JSON_VALUE
                    : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return HttpHeaders.ACCEPT.equalsIgnoreCase(name)
                    ? Collections.enumeration(List.of(MediaType.APPLICATION_JSON_VALUE))
                    : super.getHeaders(name);
        }
    }
}
