package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.list.ListPosition;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list, and whether the list goes on before and after it. Its links name rows, not
 * numbers of pages: rows that are added meanwhile move none of them.
 *
 * @param previous the row before which the page before ends; null on the first page
 * @param next the row after which the next page begins; null on the last
 */
public record ListPart<T>(List<T> rows, @Nullable T previous, @Nullable T next) {

    /** Reads rows of a list from a position on, in the order of the list. */
    public interface Source<K, T> {

        /**
         * Reads a page.
         *
         * @param limit at most as many rows
         */
        List<T> read(ListPosition<K> at, int limit);
    }

    /**
     * The page of a position. Who goes back to the first page sees all of it, with what was added
     * since.
     */
    public static <K, T> ListPart<T> of(ListPosition<K> at, int size, Source<K, T> list) {
        List<T> found = list.read(at, size + 1);
        boolean more = found.size() > size;
        if (at.backwards()) {
            return more
                    ? of(found.subList(found.size() - size, found.size()), true, true)
                    : of(ListPosition.start(), size, list);
        }
        return of(found.subList(0, Math.min(size, found.size())), at.row() != null, more);
    }

    /** The page that the address of a request names by a row; the first one where it names none. */
    public static <K, T> ListPart<T> of(
            HttpServletRequest request,
            Function<String, @Nullable K> row,
            int size,
            Source<K, T> list) {
        return of(PageLinks.position(request, row), size, list);
    }

    private static <T> ListPart<T> of(List<T> rows, boolean before, boolean after) {
        boolean empty = rows.isEmpty();
        return new ListPart<>(
                List.copyOf(rows),
                before && !empty ? rows.getFirst() : null,
                after && !empty ? rows.getLast() : null);
    }

    /** True where there is another page. */
    public boolean turns() {
        return previous != null || next != null;
    }
}
