package dev.countersign.facade.console.page;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * The page for an address below the console that is no page, since an operator typed it. All other
 * addresses are left to those who answer programs.
 */
public final class UnknownPage implements HandlerExceptionResolver, Ordered {

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request,
            HttpServletResponse response,
            @Nullable Object handler,
            Exception failure) {
        // What no page is at is looked for among the files, and is not found there either. A file
        // that could not be sent is there: the browser that asked for it has gone.
        return handler instanceof ResourceHttpRequestHandler
                        && failure instanceof ServletException
                        && request.getRequestURI().startsWith("/console/")
                ? ConsoleErrors.unknown(request)
                : null;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
