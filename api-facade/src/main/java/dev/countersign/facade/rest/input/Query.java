package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.text.PlainText;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The query parameters of a list: its filters, its page size and its cursor. */
public final class Query {

    private static final String LIMIT = "limit";
    private static final String CURSOR = "starting_after";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");
    private static final int LIMIT_DEFAULT = 20;
    private static final int LIMIT_MAX = 100;
    private static final Instant YEAR_1 = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");

    private final HttpServletRequest request;
    private final String list;

    private Query(HttpServletRequest request, String list) {
        this.request = request;
        this.list = list;
    }

    /**
     * Reads the parameters of a list, which has these filters.
     *
     * @param of whose list it is: a cursor is good for no other
     */
    public static Query of(HttpServletRequest request, Object of, Set<String> filters) {
        TreeMap<String, String> set = new TreeMap<>();
        for (String name : names(request)) {
            boolean paging = name.equals(LIMIT) || name.equals(CURSOR);
            if (!paging && !filters.contains(name)) {
                throw refuse(
                        "The list has no parameter of this name; it takes %s."
                                .formatted(String.join(", ", allowed(filters))),
                        name);
            }
            String[] values = request.getParameterValues(name);
            if (values.length > 1) {
                throw refuse("Send the parameter once.", name);
            }
            if (!PlainText.isLine(values[0])) {
                throw refuse(
                        "The parameter holds a control character or another that no report can"
                                + " carry.",
                        name);
            }
            if (!paging) {
                set.put(name, values[0]);
            }
        }
        return new Query(
                request,
                request.getRequestURI()
                        + " "
                        + of
                        + " "
                        + JsonMapper.shared().writeValueAsString(set));
    }

    /** Refuses parameters of an operation that takes none: nothing is done that was not meant. */
    static void requireNone(HttpServletRequest request) {
        if (request.getQueryString() != null) {
            names(request).stream()
                    .findFirst()
                    .ifPresent(
                            name -> {
                                throw refuse("The operation takes no parameters.", name);
                            });
        }
    }

    private static Set<String> allowed(Set<String> filters) {
        Set<String> allowed = new TreeSet<>(filters);
        allowed.add(LIMIT);
        allowed.add(CURSOR);
        return allowed;
    }

    private static Set<String> names(HttpServletRequest request) {
        try {
            return request.getParameterMap().keySet();
        } catch (IllegalStateException e) {
            throw new RequestRefusedException(ErrorCode.QUERY_INVALID, "The query cannot be read.");
        }
    }

    /** At most how many a page holds. */
    public int limit() {
        String text = text(LIMIT);
        if (text == null) {
            return LIMIT_DEFAULT;
        }
        int limit = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > LIMIT_MAX) {
            throw RequestRefusedException.at(ErrorCode.LIMIT_INVALID, LIMIT);
        }
        return limit;
    }

    /** After which row the page begins; null for the first one. */
    public @Nullable UUID after() {
        String cursor = text(CURSOR);
        return cursor == null ? null : Cursor.read(cursor, list);
    }

    /** The cursor of the page after this row; null where there is none. */
    public @Nullable String cursor(@Nullable UUID next) {
        return next == null ? null : Cursor.write(next, list);
    }

    public @Nullable String text(String name) {
        return request.getParameter(name);
    }

    /** A text of a form. */
    public @Nullable String text(String name, Pattern form, String description) {
        String text = text(name);
        if (text != null && !form.matcher(text).matches()) {
            throw refuse("The parameter must be " + description + ".", name);
        }
        return text;
    }

    /** A value of a closed set. */
    public <E> @Nullable E choice(String name, AllowedValues<E> allowed) {
        String text = text(name);
        return text == null ? null : allowed.read(text, ErrorCode.QUERY_INVALID, name);
    }

    /** A point in time. */
    public @Nullable Instant time(String name) {
        String text = text(name);
        try {
            Instant time = text == null ? null : Instant.parse(text);
            if (time != null && (time.isBefore(YEAR_1) || !time.isBefore(YEAR_10000))) {
                throw refuse("The time is not in the years 1 to 9999.", name);
            }
            return time;
        } catch (DateTimeException e) {
            throw refuse("The time must be a date-time such as 2026-11-21T10:15:30Z.", name);
        }
    }

    /**
     * The id that a filter names.
     *
     * @return null without the filter, empty where its text can name nothing
     */
    public <I> IdFilter<I> id(String name, Function<String, Optional<I>> parser) {
        String text = text(name);
        if (text == null) {
            return new IdFilter<>(null, false);
        }
        Optional<I> id = parser.apply(text);
        return new IdFilter<>(id.orElse(null), id.isEmpty());
    }

    /**
     * An id in a filter.
     *
     * @param unknown true when the filter is set to what can name nothing, so that nothing fits
     */
    public record IdFilter<I>(@Nullable I id, boolean unknown) {}

    private static RequestRefusedException refuse(String message, String name) {
        return new RequestRefusedException(ErrorCode.QUERY_INVALID, message, name);
    }
}
