package dev.countersign.facade.console.page;

import dev.countersign.facade.console.access.Refusals;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Lets no page be asked for in books that there are not, and no form with a text that cannot be
 * kept. Only what is looked at in the live or the sandbox books is behind the login: an address
 * such as {@code /console/assets/keys} is of a file.
 */
public final class ModeCheck implements HandlerInterceptor, WebMvcConfigurer {

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/console/**");
    }

    /** Pages are handed the books that their address names. */
    @Override
    public void addFormatters(FormatterRegistry registry) {
        registry.addConverter(String.class, Mode.class, ConsolePage::mode);
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
                        instanceof Map<?, ?> variables
                && variables.get("mode") instanceof String mode
                && request.getRequestURI().startsWith("/console/")) {
            var unused = ConsolePage.mode(mode);
        }
        if (request.getAttribute(Refusals.FAULT) instanceof String fault) {
            // The page of the form is loaded within the same request.
            request.removeAttribute(Refusals.FAULT);
            throw new InvalidInputException(fault, HttpStatus.BAD_REQUEST);
        }
        return true;
    }
}
