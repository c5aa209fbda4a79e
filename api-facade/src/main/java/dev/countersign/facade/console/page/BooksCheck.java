package dev.countersign.facade.console.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Lets no page be asked for in books that there are not. Only what is looked at in the live or the
 * sandbox books is behind the login: an address such as {@code /console/assets/keys} is of a file.
 */
public final class BooksCheck implements HandlerInterceptor {

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
                        instanceof Map<?, ?> variables
                && variables.get("mode") instanceof String mode
                && request.getRequestURI().startsWith("/console/")) {
            var unused = Page.mode(mode);
        }
        return true;
    }
}
