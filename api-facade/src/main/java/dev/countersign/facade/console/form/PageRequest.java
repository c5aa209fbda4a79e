package dev.countersign.facade.console.form;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

/** The request for a page, in the place of one that sent a form of it. */
final class PageRequest extends HttpServletRequestWrapper {

    private final Map<String, String[]> parameters;

    PageRequest(HttpServletRequest request, String page) {
        super(request);
        this.parameters = parameters(page);
    }

    private static Map<String, String[]> parameters(String page) {
        MultiValueMap<String, String> query =
                UriComponentsBuilder.fromUriString(page).build().getQueryParams();
        Map<String, String[]> decoded = new LinkedHashMap<>();
        query.forEach((name, values) -> decoded.put(decode(name), decode(values)));
        return decoded;
    }

    private static String[] decode(List<String> values) {
        return values.stream().map(PageRequest::decode).toArray(String[]::new);
    }

    /** A parameter without a value, as the framework reads it, is an empty one. */
    private static String decode(@Nullable String text) {
        return text == null ? "" : URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public String getMethod() {
        return "GET";
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = parameters.get(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return parameters.get(name);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Map.copyOf(parameters);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters.keySet());
    }
}
