package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.list.ListPosition;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * Links from a page of a list to the pages before and after it: the address of this one, from
 * another row on. What the list was asked for stays.
 *
 * @param previous null on the first page
 * @param next null on the last
 */
public record PageLinks(@Nullable String previous, @Nullable String next) {

    /** Names the row after which a page begins. */
    public static final String AFTER = "after";

    /** Names the row before which a page ends. */
    public static final String BEFORE = "before";

    /** Said once about something that was done; no other page of the list repeats it. */
    private static final Set<String> SAID_ONCE = Set.of("done", "refused");

    /**
     * Shows a page of a list, with the links to the pages beside it.
     *
     * @param rows the name that its rows have in the template
     * @param key names a row in an address
     */
    public static <T> void show(
            ModelAndView page,
            String rows,
            ListPart<T> part,
            HttpServletRequest request,
            Function<T, String> key) {
        page.addObject(rows, part.rows());
        page.addObject("turns", of(request, part, key));
    }

    /**
     * Links to the pages beside one.
     *
     * @param key names a row in an address
     */
    public static <T> PageLinks of(
            HttpServletRequest request, ListPart<T> part, Function<T, String> key) {
        return new PageLinks(
                link(request, BEFORE, part.previous(), key),
                link(request, AFTER, part.next(), key));
    }

    /**
     * The position that an address names: the start where it names none that can be read.
     *
     * @param parse reads the name of a row; null for what names none
     */
    public static <K> ListPosition<K> position(
            HttpServletRequest request, Function<String, @Nullable K> parse) {
        String before = request.getParameter(BEFORE);
        K row = before == null ? null : parse.apply(before);
        if (row != null) {
            return ListPosition.before(row);
        }
        String after = request.getParameter(AFTER);
        return ListPosition.after(after == null ? null : parse.apply(after));
    }

    /** Reads a number that names a row; null where it is none. */
    public static @Nullable Long number(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static <T> @Nullable String link(
            HttpServletRequest request, String name, @Nullable T row, Function<T, String> key) {
        return row == null ? null : link(request, name, key.apply(row));
    }

    /** The address of a request from another row on. */
    public static String link(HttpServletRequest request, String name, String row) {
        UriComponentsBuilder address = UriComponentsBuilder.fromPath(request.getRequestURI());
        for (Map.Entry<String, String[]> each : request.getParameterMap().entrySet()) {
            String parameter = each.getKey();
            if (!parameter.equals(AFTER)
                    && !parameter.equals(BEFORE)
                    && !SAID_ONCE.contains(parameter)) {
                Arrays.stream(each.getValue())
                        .forEach(value -> address.queryParam(encoded(parameter), encoded(value)));
            }
        }
        return address.queryParam(name, encoded(row)).build(true).toUriString();
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
