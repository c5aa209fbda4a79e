package dev.countersign.facade.console.form;

import dev.countersign.facade.console.access.BookPath;
import dev.countersign.facade.console.access.MaskedRequest;
import dev.countersign.facade.console.access.Refusals;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.View;

/**
 * A form that was refused. It renders the page that the form stands on, as a visitor would load it,
 * and keeps the reason and what was entered for that page.
 *
 * @param sentence the reason why it was refused
 */
public record RefusedForm(
        String page,
        String action,
        Map<String, List<String>> entered,
        HttpStatus status,
        String sentence)
        implements View {

    private static final String ATTRIBUTE = RefusedForm.class.getName();

    /**
     * The form that a request sent; null for a request that sent none of a page within the books.
     *
     * @param sentence the reason why it was refused
     */
    public static @Nullable RefusedForm of(
            HttpServletRequest request, HttpStatus status, String sentence) {
        String page = Refusals.ours(request.getParameter(Refusals.FORM_PAGE));
        if (!request.getMethod().equals("POST") || page == null || BookPath.find(page) == null) {
            return null;
        }
        Map<String, List<String>> entered = new LinkedHashMap<>();
        request.getParameterMap().forEach((name, values) -> entered.put(name, List.of(values)));
        return new RefusedForm(page, request.getRequestURI(), entered, status, sentence);
    }

    /** The form whose refusal is shown on the page of a request; null for all other pages. */
    public static @Nullable RefusedForm shownOn(HttpServletRequest request) {
        return (RefusedForm) request.getAttribute(ATTRIBUTE);
    }

    /** True for the form on the page that leads where this one was sent. */
    boolean leadsTo(@Nullable String address) {
        return address != null && address.replaceFirst("\\?.*", "").equals(action);
    }

    /** The entered or chosen values of a field; none for a field that was left empty. */
    List<String> entered(String field) {
        return entered.getOrDefault(field, List.of());
    }

    @Override
    public void render(
            @Nullable Map<String, ?> model,
            HttpServletRequest request,
            HttpServletResponse response)
            throws Exception {
        request.setAttribute(ATTRIBUTE, this);
        response.setStatus(status.value());
        request.getRequestDispatcher(page)
                .forward(new MaskedRequest(new PageRequest(request, page)), response);
    }
}
