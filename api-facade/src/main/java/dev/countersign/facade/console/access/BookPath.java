package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The books in the address of a page. Every page within the console's frame names them first, so
 * that no link leads to the other books by the way.
 */
public final class BookPath {

    private static final Pattern BOOKS = Pattern.compile("/console/(live|sandbox)(/.*|\\?.*)?");

    private BookPath() {}

    /** The books that an address names; null where it names none. */
    public static @Nullable Mode find(String address) {
        Matcher found = BOOKS.matcher(address);
        if (!found.matches()) {
            return null;
        }
        return found.group(1).equals("live") ? Mode.LIVE : Mode.SANDBOX;
    }

    /** The books that the address of a request names; null where it names none. */
    public static @Nullable Mode find(HttpServletRequest request) {
        return find(request.getRequestURI());
    }

    /** The first page of this book. */
    public static String home(@Nullable Mode mode) {
        return mode == null ? "/console" : "/console/" + mode.wire() + "/now";
    }
}
