package dev.countersign.bench.race;

import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Stage.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One run of one contestant.
 *
 * @param rate units of work a second
 * @param process microseconds of processor time for one unit, of the measured process; {@code
 *     postgres} and {@code broker} the same of the servers
 * @param residentBytes memory of the measured process at the end
 */
record Run(double rate, double process, double postgres, double broker, long residentBytes) {

    static Run of(double units, double seconds, Taken taken, long residentBytes) {
        return new Run(
                units / seconds,
                taken.process() / 1_000.0 / units,
                taken.postgres() / 1_000.0 / units,
                taken.broker() / 1_000.0 / units,
                residentBytes);
    }

    /** All processors' time for one unit. */
    double cpu() {
        return process + postgres + broker;
    }

    static Line line(String measurement, String contestant, String unit, List<Run> runs) {
        return new Line(
                measurement,
                contestant,
                median(runs, Run::rate),
                unit,
                median(runs, Run::process),
                median(runs, Run::postgres),
                median(runs, Run::broker));
    }

    private static double median(List<Run> runs, ToDoubleFunction<Run> what) {
        return Figure.median(runs.stream().mapToDouble(what).boxed().toList());
    }

    /** A ratio of each run to the one beside it. */
    static List<Double> ratios(List<Run> of, List<Run> to, ToDoubleFunction<Run> what) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(of.size(), to.size()); i++) {
            double base = what.applyAsDouble(to.get(i));
            ratios.add(base == 0 ? 0 : what.applyAsDouble(of.get(i)) / base);
        }
        return ratios;
    }
}
