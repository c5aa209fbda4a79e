package dev.countersign.reconcile.domain.feed;

import java.util.Map;

/**
 * How far of the feed a night sees.
 *
 * @param nextOffsets for each partition the first offset that it does not see; of a partition that
 *     is not there it sees nothing
 */
public record FeedCut(Map<Integer, Long> nextOffsets) {

    public FeedCut {
        nextOffsets = Map.copyOf(nextOffsets);
    }

    /** True for what lies below the cut. */
    public boolean holds(FeedPlace place) {
        Long next = nextOffsets.get(place.partition());
        return next != null && place.offset() < next;
    }
}
