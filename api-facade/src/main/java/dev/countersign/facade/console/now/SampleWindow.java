package dev.countersign.facade.console.now;

import dev.countersign.facade.console.now.LiveFigures.Declines;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The samples of the last five minutes, and the figures that they give. */
final class SampleWindow {

    private static final int SAMPLES_MAX = 300;
    private static final int LATENCY_SAMPLES = 60;

    /** Beats that come late come close together; a slot is not shorter than this. */
    private static final Duration SLOT_MIN = Duration.ofMillis(500);

    private final Deque<Sample> samples = new ArrayDeque<>();

    synchronized void add(Sample sample) {
        Sample last = samples.peekLast();
        if (last != null && sample.at().isBefore(last.at().plus(SLOT_MIN))) {
            return;
        }
        samples.addLast(sample);
        while (samples.size() > SAMPLES_MAX) {
            samples.removeFirst();
        }
    }

    synchronized void clear() {
        samples.clear();
    }

    synchronized boolean isEmpty() {
        return samples.isEmpty();
    }

    /**
     * The figures, with others that are no matter of samples.
     *
     * @param known false while decisions are made that nobody counts
     */
    synchronized LiveFigures figures(
            boolean known,
            @Nullable List<Integer> partitions,
            @Nullable Long lag,
            @Nullable String quarantined) {
        List<Sample> all = new ArrayList<>(samples);
        if (all.isEmpty()) {
            return new LiveFigures(
                    null,
                    known ? List.of() : null,
                    0,
                    0,
                    null,
                    List.of(),
                    partitions,
                    null,
                    null,
                    null,
                    lag,
                    quarantined);
        }
        DecisionCounts first = all.getFirst().decisions();
        DecisionCounts last = all.getLast().decisions();
        long sampled = last.sampled() - first.sampled();
        Sample now = all.getLast();
        Sample minuteAgo = all.get(Math.max(0, all.size() - 1 - LATENCY_SAMPLES));
        return new LiveFigures(
                first.at().toString(),
                known ? perSecond(all) : null,
                last.decided() - first.decided(),
                sampled,
                sampled == 0 ? null : (last.approved() - first.approved()) * 1_000 / sampled,
                declines(first, last),
                partitions,
                now.latencySince(minuteAgo, 0.50),
                now.latencySince(minuteAgo, 0.95),
                now.latencySince(minuteAgo, 0.99),
                lag,
                quarantined);
    }

    private static List<Double> perSecond(List<Sample> all) {
        List<Double> rates = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            rates.add(all.get(i).perSecondSince(all.get(i - 1)));
        }
        return rates;
    }

    private static List<Declines> declines(DecisionCounts first, DecisionCounts last) {
        Map<String, Long> byName = new LinkedHashMap<>();
        last.declined()
                .forEach(
                        (decline, count) ->
                                byName.merge(
                                        decline.name(),
                                        count - first.declined().getOrDefault(decline, 0L),
                                        Long::sum));
        return byName.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .map(each -> new Declines(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong(Declines::count).reversed())
                .toList();
    }
}
