package dev.countersign.facade.console.page;

import dev.countersign.facade.error.FailureFilter;
import dev.countersign.facade.error.TransientErrors;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.list.ListPosition;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.View;

/**
 * A list as a file, with the columns that the command line gives; money is there twice, as in the
 * reports.
 *
 * <p>A file is complete or it is seen not to be. However many rows there are, they are read and
 * sent in parts, of which two at most are in memory. Where the first part cannot be read, a page
 * says so in place of a file. Where a later one cannot, the last line says that rows are missing,
 * and the connection breaks off before the end that HTTP asks for: a browser calls that a failed
 * download.
 */
public final class CsvFile implements View {

    /** So many rows are read at once, where the list does not say otherwise. */
    public static final int ROWS_PER_PART = 5_000;

    /** However many files are under way, the other pages keep their share of the database. */
    private static final int READS_AT_ONCE = 2;

    private static final Semaphore READS = new Semaphore(READS_AT_ONCE, true);

    private static final Logger log = LoggerFactory.getLogger(CsvFile.class);

    private final String name;
    private final Parts<?> parts;

    private CsvFile(String name, Parts<?> parts) {
        this.name = name;
        this.parts = parts;
    }

    /** Gives some rows after a row; those from the first on after null. */
    public interface Source<T> {

        /**
         * Reads a part of the list.
         *
         * @return at least {@code limit} rows, fewer only where the list ends
         */
        List<T> after(@Nullable T last, int limit);
    }

    /** All rows of a short list. */
    public static <T> CsvFile of(String name, Columns<T> columns, List<T> rows) {
        return of(name, columns, Integer.MAX_VALUE, (last, limit) -> rows);
    }

    /**
     * Rows that are looked for up to a bound, one of them more than the file may have.
     *
     * @throws InvalidInputException when there are more than {@code most}: the file would not be
     *     complete
     */
    public static <T> CsvFile bounded(
            String name, Columns<T> columns, List<T> rows, int most, String narrower) {
        if (rows.size() > most) {
            throw new InvalidInputException(
                    String.format(
                            Locale.ENGLISH,
                            "There are more than %,d rows, and a file that ends there would look"
                                    + " complete. %s",
                            most,
                            narrower));
        }
        return of(name, columns, rows);
    }

    /** All rows of a list. */
    public static <T> CsvFile of(String name, Columns<T> columns, Source<T> rows) {
        return of(name, columns, ROWS_PER_PART, rows);
    }

    /**
     * All rows of a list that is read from positions on.
     *
     * @param key names the position of a row
     */
    public static <K, T> CsvFile paged(
            String name, Columns<T> columns, Function<T, K> key, ListPart.Source<K, T> list) {
        return of(name, columns, ROWS_PER_PART, after(key, list));
    }

    /** A list that is read from positions on, read after its rows. */
    public static <K, T> Source<T> after(Function<T, K> key, ListPart.Source<K, T> list) {
        return (last, limit) ->
                list.read(ListPosition.after(last == null ? null : key.apply(last)), limit);
    }

    /** All rows of a list, read so many at once. */
    public static <T> CsvFile of(String name, Columns<T> columns, int rowsPerPart, Source<T> rows) {
        return new CsvFile(name, Parts.begin(columns.moneyTwice(), rowsPerPart, rows));
    }

    @Override
    public void render(
            @Nullable Map<String, ?> model,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        response.setContentType("text/csv;charset=UTF-8");
        response.setHeader(
                HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + ".csv\"");
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        PrintWriter out =
                new PrintWriter(
                        new OutputStreamWriter(response.getOutputStream(), StandardCharsets.UTF_8));
        if (!parts.write(out)) {
            // The web server ends a connection for this without another word: neither an error page
            // below the rows, nor the end of the answer.
            request.setAttribute(FailureFilter.BROKEN_OFF, true);
            throw new ClientAbortException("a file broke off");
        }
    }

    /**
     * The parts of a list, one after the other.
     *
     * @param first was read before anything was sent
     */
    private record Parts<T>(Columns<T> columns, int rowsPerPart, Source<T> source, List<T> first) {

        static <T> Parts<T> begin(Columns<T> columns, int rowsPerPart, Source<T> source) {
            return new Parts<>(columns, rowsPerPart, source, read(source, null, rowsPerPart));
        }

        private static <T> List<T> read(Source<T> source, @Nullable T last, int limit) {
            READS.acquireUninterruptibly();
            try {
                return source.after(last, limit);
            } finally {
                READS.release();
            }
        }

        /** Writes them all; false where the rest could not be read, which the last line says. */
        boolean write(PrintWriter out) throws IOException {
            long sent = 0;
            try {
                columns.printCsvHeader(out);
                List<T> part = first;
                while (!part.isEmpty()) {
                    columns.printCsvRows(part, out);
                    sent += part.size();
                    if (out.checkError()) {
                        throw new ClientAbortException("the caller has closed the download");
                    }
                    part = part.size() < rowsPerPart ? List.of() : behind(part);
                }
                out.flush();
                return true;
            } catch (RuntimeException e) {
                reportFailure(sent, e, out);
                return false;
            }
        }

        private List<T> behind(List<T> part) {
            List<T> next = read(source, part.getLast(), rowsPerPart);
            if (!next.isEmpty() && next.getFirst().equals(part.getFirst())) {
                throw new IllegalStateException("a list begins again and would have no end");
            }
            return next;
        }

        private static void reportFailure(long sent, RuntimeException e, PrintWriter out) {
            if (TransientErrors.is(e)) {
                log.warn("a file broke off after {} rows: {}", sent, TransientErrors.reason(e));
            } else {
                log.error("a file broke off after {} rows", sent, e);
            }
            out.printf(
                    Locale.ENGLISH,
                    "\"This file is not complete: it broke off after %,d rows, since the next could"
                            + " not be read. Download it again.\"\r\n",
                    sent);
            out.flush();
        }
    }
}
