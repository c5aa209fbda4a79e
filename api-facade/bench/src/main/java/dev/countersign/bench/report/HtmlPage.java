package dev.countersign.bench.report;

import dev.countersign.bench.report.Report.Curve;
import dev.countersign.bench.report.Report.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The report as one page that needs nothing else: tables, bars, and curves. */
public final class HtmlPage {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 260;
    private static final int MARGIN = 50;
    private static final int BAR_HEIGHT = 40;
    private static final List<String> COLOURS =
            List.of("#1668a8", "#c2571a", "#3a8f4d", "#8a5aa8", "#a0423f", "#5f6b73");

    private HtmlPage() {}

    /** Writes it. */
    public static void write(Report report, List<String> machine, Path file) throws IOException {
        StringBuilder page = new StringBuilder();
        page.append(
                """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>Countersign, measured</title>
                <style>
                body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2328}
                table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .7rem;border-bottom:1px solid #d9dee2;text-align:left}
                td.n{text-align:right;font-variant-numeric:tabular-nums}.pass{color:#21703a}.short{color:#a8341f}.undecided{color:#8a6d1a}
                svg{display:block;margin:.5rem 0 1.5rem;overflow:visible}text{font:12px system-ui,sans-serif;fill:#1c2328}
                </style></head><body><h1>Countersign, measured</h1>
                """);
        page.append("<ul>");
        machine.forEach(line -> page.append("<li>").append(escape(line)).append("</li>"));
        page.append("</ul>\n<h2>Goals</h2>\n");
        figures(page, report.figures());
        if (!report.missing().isEmpty()) {
            page.append("<p>Not of this run: ").append(report.missing()).append(".</p>\n");
        }
        page.append("<h2>Measurements</h2>\n");
        Map<String, List<Line>> byMeasurement =
                report.lines().stream()
                        .collect(
                                Collectors.groupingBy(
                                        line -> line.measurement() + ", " + line.unit(),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        byMeasurement.forEach((title, lines) -> bars(page, title, lines));
        Map<String, List<Curve>> byTitle =
                report.curves().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Curve::title, LinkedHashMap::new, Collectors.toList()));
        byTitle.forEach((title, curves) -> curves(page, title, curves));
        page.append("<h2>Contestants</h2>\n<dl>");
        report.settings()
                .forEach(
                        (name, how) ->
                                page.append("<dt>")
                                        .append(escape(name))
                                        .append("</dt><dd>")
                                        .append(escape(how))
                                        .append("</dd>"));
        page.append("</dl></body></html>\n");
        Files.writeString(file, page);
    }

    private static void figures(StringBuilder page, List<Figure> figures) {
        page.append(
                "<table><tr><th>figure</th><th>value</th><th>goal</th><th>later</th><th>verdict</th><th>spread</th></tr>\n");
        for (Figure figure : figures) {
            page.append(
                    String.format(
                            Locale.ROOT,
                            "<tr><td>%s</td><td class=\"n\">%s</td><td class=\"n\">%s %s</td><td class=\"n\">%s</td><td class=\"%7$s\">%7$s</td><td>%6$s</td></tr>\n",
                            escape(figure.name()),
                            plain(figure.value()),
                            figure.goal().aims() ? figure.goal().sign() : "",
                            figure.goal().aims() ? plain(figure.goal().aim()) : "",
                            plain(figure.goal().later()),
                            figure.spread(),
                            figure.outcome()));
        }
        page.append("</table>\n");
    }

    private static void bars(StringBuilder page, String title, List<Line> lines) {
        double most = lines.stream().mapToDouble(Line::value).max().orElse(1);
        page.append("<h3>").append(escape(title)).append("</h3>\n");
        svg(page, title, lines.size() * BAR_HEIGHT + 4);
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            double width = most <= 0 ? 0 : line.value() / most * (WIDTH - 100);
            page.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"0\" y=\"%d\">%s</text><rect x=\"0\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"%s\"/><text x=\"%.1f\" y=\"%d\">%s</text>\n",
                            i * BAR_HEIGHT + 15,
                            escape(label(line)),
                            i * BAR_HEIGHT + 20,
                            width,
                            COLOURS.get(i % COLOURS.size()),
                            width + 6,
                            i * BAR_HEIGHT + 31,
                            plain(line.value())));
        }
        page.append("</svg>\n");
    }

    /** Names the contestant and what it cost each process. */
    private static String label(Line line) {
        String costs =
                Stream.of(
                                cost(line.process(), "its own"),
                                cost(line.postgres(), "PostgreSQL"),
                                cost(line.broker(), "the broker"))
                        .filter(cost -> !cost.isEmpty())
                        .collect(Collectors.joining(", "));
        return costs.isEmpty() ? line.contestant() : line.contestant() + ": " + costs;
    }

    private static String cost(@Nullable Double micros, String whose) {
        return micros == null ? "" : plain(micros) + " us of " + whose;
    }

    private static void curves(StringBuilder page, String title, List<Curve> curves) {
        List<Point> all = curves.stream().flatMap(curve -> curve.points().stream()).toList();
        double right = all.stream().mapToDouble(Point::x).max().orElse(1);
        double top = all.stream().mapToDouble(Point::y).max().orElse(1);
        Curve first = curves.getFirst();
        page.append("<h3>").append(escape(title)).append("</h3>\n");
        svg(page, title, HEIGHT);
        page.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\">%s (to %s)</text><text x=\"0\" y=\"12\">%s (to %s)</text><path d=\"M%d 20V%dH%d\" stroke=\"#888\" fill=\"none\"/>\n",
                        WIDTH / 2,
                        HEIGHT - 8,
                        escape(first.x()),
                        plain(right),
                        escape(first.y()),
                        plain(top),
                        MARGIN,
                        HEIGHT - MARGIN / 2,
                        WIDTH));
        for (int i = 0; i < curves.size(); i++) {
            String colour = COLOURS.get(i % COLOURS.size());
            String points =
                    curves.get(i).points().stream()
                            .map(point -> place(point, right, top))
                            .collect(Collectors.joining(" "));
            page.append(
                    String.format(
                            Locale.ROOT,
                            "<polyline points=\"%s\" stroke=\"%s\" stroke-width=\"2\" fill=\"none\"/><text x=\"%d\" y=\"%d\" style=\"fill:%2$s\">%s</text>\n",
                            points,
                            colour,
                            MARGIN + 10,
                            34 + 16 * i,
                            escape(curves.get(i).contestant())));
        }
        page.append("</svg>\n");
    }

    private static String place(Point point, double right, double top) {
        return String.format(
                Locale.ROOT,
                "%.1f,%.1f",
                MARGIN + (right <= 0 ? 0 : point.x() / right) * (WIDTH - MARGIN),
                HEIGHT
                        - MARGIN / 2.0
                        - (top <= 0 ? 0 : point.y() / top) * (HEIGHT - MARGIN / 2.0 - 24));
    }

    private static void svg(StringBuilder page, String title, int height) {
        page.append(
                String.format(
                        Locale.ROOT,
                        "<svg width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\"><title>%3$s</title>\n",
                        WIDTH,
                        height,
                        escape(title)));
    }

    private static String plain(double value) {
        return Figure.shown(value).toPlainString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
