package dev.countersign.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/**
 * One figure that has a goal.
 *
 * @param value the median of its turns; of a count, the sum
 * @param goal what is to be met, and {@code moonshot} what would be far ahead
 * @param atLeast whether larger is better
 * @param low the lowest of the turns, and {@code high} the highest
 * @param turns how many it was taken from
 */
public record Figure(
        String name,
        double value,
        double goal,
        double moonshot,
        boolean atLeast,
        double low,
        double high,
        int turns) {

    private static final MathContext THREE_DIGITS = new MathContext(3);

    /** A figure of which more is better, from its value in each turn. */
    public static Figure atLeast(String name, List<Double> turns, double goal, double moonshot) {
        return of(name, turns, goal, moonshot, true);
    }

    /** A figure of which less is better. */
    public static Figure atMost(String name, List<Double> turns, double goal, double moonshot) {
        return of(name, turns, goal, moonshot, false);
    }

    /** A count of what must not happen, from what each turn saw of it. */
    public static Figure none(String name, List<Double> turns) {
        double sum = turns.stream().mapToDouble(Double::doubleValue).sum();
        Figure each = of(name, turns, 0, 0, false);
        return new Figure(name, sum, 0, 0, false, each.low(), each.high(), each.turns());
    }

    private static Figure of(
            String name, List<Double> turns, double goal, double moonshot, boolean atLeast) {
        if (!turns.stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(name + " is not known in every turn: " + turns);
        }
        List<Double> sorted = turns.stream().sorted().toList();
        return new Figure(
                name,
                median(sorted),
                goal,
                moonshot,
                atLeast,
                sorted.getFirst(),
                sorted.getLast(),
                sorted.size());
    }

    /** The middle one, or the mean of the two in the middle. */
    public static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Tells whether the goal is met. */
    public boolean passes() {
        return atLeast ? value >= goal : value <= goal;
    }

    /** {@code pass} or {@code short}. */
    public String verdict() {
        return passes() ? "pass" : "short";
    }

    /** Returns the bound to be met, in words. */
    public String bound(double bound) {
        return (atLeast ? "at least " : "at most ") + shown(bound).toPlainString();
    }

    /** From the lowest to the highest turn. */
    public String spread() {
        if (turns == 1) {
            return "one turn";
        }
        return String.format(
                Locale.ROOT,
                "%s to %s in %d",
                shown(low).toPlainString(),
                shown(high).toPlainString(),
                turns);
    }

    /** A measure with as many digits as it is good for. */
    public static BigDecimal shown(double value) {
        return new BigDecimal(value).round(THREE_DIGITS).stripTrailingZeros();
    }
}
