package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.feed.FeedOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The part of the feed that a night sees.
 *
 * @param nextOffsets for each partition the first offset that it does not see; of a partition that
 *     is not there it sees nothing
 */
public record FeedCut(Map<Integer, Long> nextOffsets) {

    public FeedCut {
        nextOffsets = Map.copyOf(nextOffsets);
    }

    /** True for what lies below the cut. */
    public boolean holds(FeedOffset offset) {
        Long next = nextOffsets.get(offset.partition());
        return next != null && offset.offset() < next;
    }

    /** The first offset that is not seen, of each partition from the first to the last known. */
    public List<Long> byPartition() {
        int partitions = nextOffsets.keySet().stream().mapToInt(last -> last + 1).max().orElse(0);
        return IntStream.range(0, partitions)
                .mapToObj(partition -> nextOffsets.getOrDefault(partition, 0L))
                .toList();
    }
}
