package dev.countersign.jobs.night;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Shares the work of a step out: ranges of keys behind which there are about the same number of
 * rows; where there are few rows, as many ranges as there are workers.
 *
 * @param table with the work of each night, by {@code night_id}
 * @param key the column whose values are shared out
 */
public record Ranges(String table, String key, int rowsPerRange, int workers) {

    /** The ranges of a night; none when there is nothing to do. */
    public List<Range> of(Handle handle, Night night) {
        List<UUID> ends =
                handle.createQuery(
                                """
                                select key
                                  from (select key,
                                               count,
                                               sum(count) over (order by key)::bigint as upto,
                                               sum(count) over ()::bigint as total
                                          from (select %1$s as key, count(*) as count
                                                  from %2$s
                                                 where night_id = :night
                                                 group by %1$s) work) work
                                 cross join lateral (
                                          select least(:size, (total + :workers - 1) / :workers)
                                                   as size) range
                                 where upto / size > (upto - count) / size
                                    or upto = total
                                 order by key
                                """
                                        .formatted(key, table))
                        .bind("night", night.id())
                        .bind("size", rowsPerRange)
                        .bind("workers", workers)
                        .mapTo(UUID.class)
                        .list();
        List<Range> ranges = new ArrayList<>();
        UUID from = new UUID(0, 0);
        for (UUID end : ends) {
            ranges.add(new Range(from, end));
            from = Range.next(end);
        }
        return ranges;
    }
}
