package dev.countersign.facade.console.now;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures that are shown.
 *
 * @param since when the first of the seconds began; null while none has
 * @param perSecond decisions of the whole system in each of the last seconds, the oldest first;
 *     null while they are not known
 * @param decided in all of them
 * @param sampled of these, those whose answer was looked into
 * @param approvedPermille of those; null where there were none
 * @param declines of those, the most frequent first
 * @param partitions of the feed that this process decides; null where it never decides
 * @param p50 milliseconds from the broker's receipt to the acknowledged answer, of the last minute
 *     in this process; null where it answered nothing
 * @param lag of the whole system; null where it is not known
 * @param quarantined messages that wait in the quarantine, up to a number that says so; null while
 *     they were not counted
 */
record LiveFigures(
        @Nullable String since,
        @Nullable List<Double> perSecond,
        long decided,
        long sampled,
        @Nullable Long approvedPermille,
        List<Declines> declines,
        @Nullable List<Integer> partitions,
        @Nullable Double p50,
        @Nullable Double p95,
        @Nullable Double p99,
        @Nullable Long lag,
        @Nullable String quarantined) {

    /** The number of times a decline reason was given. The reason is its name, in words. */
    record Declines(String reason, long count) {}
}
