package dev.countersign.bench.course;

import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Stage.ProcessorTime;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One turn of one contestant. What cannot be told is not a number.
 *
 * @param rate units of work a second
 * @param process microseconds of processor time for one unit, of the measured process; {@code
 *     postgres} and {@code broker} the same of the servers
 * @param residentBytes memory of the measured process at the end
 */
public record Turn(
        double rate, double process, double postgres, double broker, double residentBytes) {

    public static Turn of(double units, double seconds, ProcessorTime taken, double residentBytes) {
        return new Turn(
                units / seconds,
                taken.process() / 1_000 / units,
                taken.postgres() / 1_000 / units,
                taken.broker() / 1_000 / units,
                residentBytes);
    }

    /** All processors' time for one unit. */
    public double cpu() {
        return process + postgres + broker;
    }

    public static Line line(String measurement, String contestant, String unit, List<Turn> turns) {
        return new Line(
                measurement,
                contestant,
                median(turns, Turn::rate),
                unit,
                known(median(turns, Turn::process)),
                known(median(turns, Turn::postgres)),
                known(median(turns, Turn::broker)));
    }

    private static double median(List<Turn> turns, ToDoubleFunction<Turn> what) {
        return Figure.median(turns.stream().mapToDouble(what).boxed().toList());
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /** Adds a line for each contestant. */
    public static void report(Course course, Contest<Turn> contest, String unit) {
        for (String contestant : contest.contestants()) {
            course.report().add(line(contest.title(), contestant, unit, contest.of(contestant)));
        }
    }
}
