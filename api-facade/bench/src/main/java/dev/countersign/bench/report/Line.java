package dev.countersign.bench.report;

import org.jspecify.annotations.Nullable;

/**
 * The result of one contestant in one measurement: the median of its turns.
 *
 * @param unit what the value is of, such as {@code decisions/s}
 * @param process microseconds of processor time that the measured process took for one unit of
 *     work; {@code postgres} and {@code broker} the same of the servers; null where it is not told
 */
public record Line(
        String measurement,
        String contestant,
        double value,
        String unit,
        @Nullable Double process,
        @Nullable Double postgres,
        @Nullable Double broker) {

    /** A line that tells nothing of processors. */
    public static Line of(String measurement, String contestant, double value, String unit) {
        return new Line(measurement, contestant, value, unit, null, null, null);
    }
}
