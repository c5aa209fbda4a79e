package dev.countersign.bench.report;

import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.Format;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All that a run found, as it grows. */
public final class Report {

    private static final Columns<Figure> FIGURES =
            Columns.<Figure>of()
                    .text("name", Figure::name)
                    .number("value", figure -> Figure.shown(figure.value()))
                    .number("goal", Report::aim)
                    .number("later", figure -> Figure.shown(figure.goal().later()))
                    .text("verdict", Figure::outcome)
                    .text("spread", Figure::spread);

    /** For people: a goal says which way it lies. */
    private static final Columns<Figure> FIGURES_TOLD =
            Columns.<Figure>of()
                    .text("name", Figure::name)
                    .number("value", figure -> Figure.shown(figure.value()))
                    .text("goal", Report::aimTold)
                    .text("later", figure -> figure.goal().bound(figure.goal().later()))
                    .text("verdict", Figure::outcome)
                    .text("spread", Figure::spread);

    private static final Columns<Line> LINES =
            Columns.<Line>of()
                    .text("measurement", Line::measurement)
                    .text("contestant", Line::contestant)
                    .number("value", line -> Figure.shown(line.value()))
                    .text("unit", Line::unit)
                    .number("process_us", line -> micros(line.process()))
                    .number("postgres_us", line -> micros(line.postgres()))
                    .number("broker_us", line -> micros(line.broker()));

    private static final String CPU_LEGEND =
            " us: microseconds of processor time for one unit of work.";

    private static final String LEGEND =
            """
            value: the median of the turns, of a count their sum; spread: the lowest and the highest turn;
            goal: what is to be met; later: where it should go; undecided: the spread crosses the goal or
            is above 2, or there were fewer than %s turns."""
                    .formatted(Figure.TURNS_MIN);

    private final List<Figure> figures = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<Curve> curves = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();

    /**
     * A curve for the page.
     *
     * @param x what runs to the right, {@code y} what upwards
     */
    public record Curve(String title, String contestant, String x, String y, List<Point> points) {

        public Curve {
            points = List.copyOf(points);
        }
    }

    /** A point that a curve goes through. */
    public record Point(double x, double y) {}

    /** Adds a figure. */
    public void add(Figure figure) {
        figures.add(figure);
    }

    /** Adds a line. */
    public void add(Line line) {
        lines.add(line);
    }

    /** Adds a curve. */
    public void add(Curve curve) {
        curves.add(curve);
    }

    /** Says that a measurement did not come to its end; what it had found until then stays. */
    public void failed(String measurement) {
        failed.add(measurement);
    }

    /** Says how a contestant is made. */
    public void settings(String contestant, String how) {
        settings.put(contestant, how);
    }

    public List<Figure> figures() {
        return List.copyOf(figures);
    }

    public List<Line> lines() {
        return List.copyOf(lines);
    }

    public List<Curve> curves() {
        return List.copyOf(curves);
    }

    public Map<String, String> settings() {
        return settings;
    }

    /** For people all of it; for programs the figures, one object to each goal. */
    public void print(Format format, List<String> machine, PrintWriter out) {
        if (format == Format.TABLE) {
            machine.forEach(out::println);
            settings.forEach((contestant, how) -> out.println(contestant + ": " + how));
            out.println();
            LINES.print(format, lines, out);
            out.println("value: the median of the turns." + (hasCpu() ? CPU_LEGEND : ""));
            out.println();
            FIGURES_TOLD.print(format, figures, out);
            out.println(LEGEND);
            if (!failed.isEmpty()) {
                out.println("Failed: " + String.join(", ", failed) + ".");
            }
            String missing = missing();
            if (!missing.isEmpty()) {
                out.println("Not of this run: " + missing + ".");
            }
        } else {
            FIGURES.print(format, figures, out);
        }
        out.flush();
    }

    /** Names the goals that this run says nothing about. */
    String missing() {
        Set<Goal> missing = EnumSet.allOf(Goal.class);
        figures.forEach(figure -> missing.remove(figure.goal()));
        return missing.stream().map(Goal::figure).collect(Collectors.joining(", "));
    }

    static @Nullable BigDecimal aim(Figure figure) {
        return figure.goal().aims() ? Figure.shown(figure.goal().aim()) : null;
    }

    private static String aimTold(Figure figure) {
        return figure.goal().aims() ? figure.goal().bound(figure.goal().aim()) : "to be known";
    }

    private boolean hasCpu() {
        return lines.stream()
                .anyMatch(
                        line ->
                                line.process() != null
                                        || line.postgres() != null
                                        || line.broker() != null);
    }

    private static @Nullable BigDecimal micros(@Nullable Double value) {
        return value == null ? null : Figure.shown(value);
    }
}
