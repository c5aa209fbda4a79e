package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Ranges of cards that have about the same number of records to settle; where there are few
 * records, as many as there are workers.
 */
public final class SettleRanges {

    private final int recordsPerRange;
    private final int workers;

    public SettleRanges(int recordsPerRange, int workers) {
        this.recordsPerRange = recordsPerRange;
        this.workers = workers;
    }

    /** The ranges of a night; none when there is nothing to settle. */
    public List<Range> of(Handle handle, Night night) {
        List<UUID> ends =
                handle.createQuery(
                                """
                                select distinct lineage_id
                                  from (select lineage_id,
                                               row_number() over (order by lineage_id) as number,
                                               count(*) over () as total
                                          from night_work
                                         where night_id = :night) work
                                 where number % least(:size, (total + :workers - 1) / :workers) = 0
                                    or number = total
                                 order by lineage_id
                                """)
                        .bind("night", night.id())
                        .bind("size", recordsPerRange)
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
