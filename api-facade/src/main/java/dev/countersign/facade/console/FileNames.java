package dev.countersign.facade.console;

import dev.countersign.facade.console.access.BookPath;
import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Puts books and business date into the names of all files that are downloaded from pages: in a
 * folder of files nobody takes those of the sandbox for live ones. A name that says one of them
 * already, as that of a report of a date does, is left so.
 */
public final class FileNames extends OncePerRequestFilter {

    private static final Pattern NAMED =
            Pattern.compile("(attachment; filename=\")([^\"]+)(\\.[a-z]+\")");
    private static final Pattern BOOKS = Pattern.compile("(^|[-.])(live|sandbox)([-.]|$)");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}");

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Mode mode = BookPath.find(request);
        chain.doFilter(
                request, mode == null ? response : new NamingResponse(request, response, mode));
    }

    /** The value of the header that names a file, with what the name does not say yet. */
    static String complete(String disposition, Mode mode, LocalDate date) {
        Matcher found = NAMED.matcher(disposition);
        if (!found.matches()) {
            return disposition;
        }
        String name = found.group(2);
        String books = BOOKS.matcher(name).find() ? "" : "-" + mode.wire();
        String dated = DATE.matcher(name).find() ? "" : "-" + date;
        return found.group(1) + name + books + dated + found.group(3);
    }

    private static final class NamingResponse extends HttpServletResponseWrapper {

        private final HttpServletRequest request;
        private final Mode mode;

        private NamingResponse(
                HttpServletRequest request, HttpServletResponse response, Mode mode) {
            super(response);
            this.request = request;
            this.mode = mode;
        }

        @Override
        public void setHeader(String name, @Nullable String value) {
            super.setHeader(name, completed(name, value));
        }

        @Override
        public void addHeader(String name, @Nullable String value) {
            super.addHeader(name, completed(name, value));
        }

        private @Nullable String completed(String name, @Nullable String value) {
            return value == null || !name.equalsIgnoreCase(HttpHeaders.CONTENT_DISPOSITION)
                    ? value
                    : complete(value, mode, OperatorRequest.of(request).today());
        }
    }
}
