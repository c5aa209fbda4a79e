package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.text.CardNumberMask;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request of the console as its pages see it: card numbers that an operator typed into a form or
 * an address are masked. Passwords, tokens and what is looked for are left: the first two are
 * compared, and a look masks by itself.
 */
public final class MaskedRequest extends HttpServletRequestWrapper {

    /** Parameters with the search text, and with the passwords of the form that changes one. */
    private static final Set<String> COMPARED = Set.of("q", "before", "after", "again");

    public MaskedRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable String getParameter(String name) {
        String value = super.getParameter(name);
        return value == null || isCompared(name) ? value : CardNumberMask.mask(value);
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = super.getParameterValues(name);
        return values == null ? null : masked(name, values);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        Map<String, String[]> masked = new LinkedHashMap<>();
        super.getParameterMap().forEach((name, values) -> masked.put(name, masked(name, values)));
        return masked;
    }

    private static String[] masked(String name, String[] values) {
        String[] masked = values.clone();
        if (!isCompared(name)) {
            for (int i = 0; i < masked.length; i++) {
                masked[i] = CardNumberMask.mask(masked[i]);
            }
        }
        return masked;
    }

    private static boolean isCompared(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return COMPARED.contains(lower)
                || lower.contains("password")
                || lower.contains("token")
                || lower.contains("csrf")
                || lower.contains("code");
    }
}
