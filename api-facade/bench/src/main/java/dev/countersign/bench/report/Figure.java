package dev.countersign.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/**
 * One figure that is held against its goal.
 *
 * @param value the median of its turns; of a count, the sum
 * @param low the lowest of the turns, and {@code high} the highest
 * @param turns how many it was taken from
 */
public record Figure(Goal goal, double value, double low, double high, int turns) {

    /** Turns from which the spread says something. */
    public static final int TURNS_MIN = 5;

    /** A figure whose turns differ by more than this tells nothing. */
    private static final double SPREAD_MAX = 2;

    private static final MathContext THREE_DIGITS = new MathContext(3);

    /** A figure from its value in each turn. */
    public static Figure of(Goal goal, List<Double> turns) {
        if (!turns.stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    goal.figure() + " is not known in every turn: " + turns);
        }
        List<Double> sorted = turns.stream().sorted().toList();
        double sum = turns.stream().mapToDouble(Double::doubleValue).sum();
        return new Figure(
                goal,
                goal.counts() ? sum : median(sorted),
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

    /** The name of its goal. */
    public String name() {
        return goal.figure();
    }

    /**
     * {@code pass} or {@code short} where all turns agree and are close to one another; {@code
     * undecided} where they are not, or are fewer than it takes to tell; {@code measured} where
     * there is no aim.
     */
    public String outcome() {
        if (!goal.aims()) {
            return "measured";
        }
        if (goal.counts()) {
            return goal.metBy(value) ? "pass" : "short";
        }
        boolean agreed = goal.metBy(low) == goal.metBy(high) && high <= SPREAD_MAX * low;
        if (turns < TURNS_MIN || !agreed) {
            return "undecided";
        }
        return goal.metBy(value) ? "pass" : "short";
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
