package dev.countersign.jobs.night;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Predicate for the messages of the feed that a night sees and the night before it did not: those
 * between the two cuts of each partition. Offsets of partitions drift apart. One bound for all
 * would have a night read what other partitions have held for long.
 */
public final class CutPredicate {

    private static final Pattern ROWS = Pattern.compile(":fresh\\((\\w+)\\)");

    private final List<OffsetRange> offsetRanges;

    private CutPredicate(List<OffsetRange> offsetRanges) {
        this.offsetRanges = offsetRanges;
    }

    /** A range of a partition, half open. */
    private record OffsetRange(int partition, long first, long next) {

        String of(String rows) {
            return String.format(
                    Locale.ROOT,
                    "(%1$s.feed_partition = %2$d and %1$s.feed_offset >= %3$d and %1$s.feed_offset < %4$d)",
                    rows,
                    partition,
                    first,
                    next);
        }
    }

    /** Of a night whose cut is made. */
    public static CutPredicate of(Handle handle, Night night) {
        return new CutPredicate(
                handle.createQuery(
                                """
                                select cut.partition, coalesce(before.next_offset, 0) as first,
                                       cut.next_offset as next
                                  from night_cut cut
                                  left join night_cut before
                                    on before.night_id = :previous
                                   and before.partition = cut.partition
                                 where cut.night_id = :night
                                   and cut.next_offset > coalesce(before.next_offset, 0)
                                 order by cut.partition
                                """)
                        .bind("night", night.id())
                        .bind("previous", night.previousId())
                        .mapTo(OffsetRange.class)
                        .list());
    }

    /**
     * A statement that says {@code :fresh(rows)} where it means those of its rows. Each range is
     * found by the index of offsets.
     */
    public String in(String statement) {
        return ROWS.matcher(statement).replaceAll(rows -> condition(rows.group(1)));
    }

    private String condition(String rows) {
        return offsetRanges.isEmpty()
                ? "false"
                : offsetRanges.stream()
                        .map(range -> range.of(rows))
                        .collect(Collectors.joining(" or ", "(", ")"));
    }
}
