package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.page.Formatter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Totals of two who should agree, beside each other.
 *
 * @param first whose figures stand first
 * @param second whose stand beside them
 */
public record Comparison(String first, String second, List<Line> lines) {

    private static final Formatter SHOW = new Formatter();
    private static final String DIFFERENCES = "differences";
    private static final String MINOR = "_minor";
    private static final String COUNT = "_count";

    /** Two members of a detail that tell the same of two sides. */
    private record Sides(String first, String second, String firstName, String secondName) {

        private boolean areIn(JsonNode node) {
            return node.path(first).isIntegralNumber() && node.path(second).isIntegralNumber();
        }
    }

    /** Within one figure of several. */
    private static final List<Sides> OF_A_FIGURE =
            List.of(
                    new Sides("ours", "network", "Ours", "The network’s"),
                    new Sides("records", "trailer", "The records", "The trailer"));

    /** Of the break itself; what it is about, and the sides. */
    private static final Map<String, Sides> OF_THE_BREAK =
            Map.of(
                    "Moved", new Sides("network", "bank", "The networks", "The bank"),
                    "Counted",
                            new Sides(
                                    "from_messages",
                                    "from_transactions",
                                    "By its messages",
                                    "Towards the limits"));

    /**
     * A figure of both.
     *
     * @param difference of the second from the first
     */
    public record Line(String name, String first, String second, String difference) {}

    /**
     * Takes the figures of two sides out of a detail, so that they are shown once.
     *
     * @param currency of its amounts; null leaves them in minor units
     * @return null where it has none
     */
    static @Nullable Comparison take(ObjectNode detail, @Nullable String currency) {
        for (Map.Entry<String, Sides> known : OF_THE_BREAK.entrySet()) {
            Sides sides = known.getValue();
            if (sides.areIn(detail)) {
                Line line = line(known.getKey(), MINOR, sides, detail, currency);
                var unused = detail.remove(List.of(sides.first(), sides.second()));
                return of(sides, List.of(line));
            }
        }
        JsonNode figures = detail.path(DIFFERENCES);
        for (Sides sides : OF_A_FIGURE) {
            List<Line> lines = new ArrayList<>();
            for (Map.Entry<String, JsonNode> figure : figures.properties()) {
                if (sides.areIn(figure.getValue())) {
                    lines.add(
                            line(
                                    name(figure.getKey()),
                                    figure.getKey(),
                                    sides,
                                    figure.getValue(),
                                    currency));
                }
            }
            if (!lines.isEmpty()) {
                var unused = detail.remove(List.of(DIFFERENCES, "net_difference"));
                return of(sides, lines);
            }
        }
        return null;
    }

    private static Comparison of(Sides sides, List<Line> lines) {
        return new Comparison(sides.firstName(), sides.secondName(), List.copyOf(lines));
    }

    private static String name(String member) {
        return SHOW.words(
                member.endsWith(COUNT)
                        ? member.substring(0, member.length() - COUNT.length()) + " records"
                        : member.substring(0, member.length() - MINOR.length()));
    }

    private static Line line(
            String name, String member, Sides sides, JsonNode node, @Nullable String currency) {
        BigInteger first = node.path(sides.first()).bigIntegerValue();
        BigInteger second = node.path(sides.second()).bigIntegerValue();
        boolean money = member.endsWith(MINOR) && currency != null;
        return new Line(
                name,
                text(first, money, currency),
                text(second, money, currency),
                text(second.subtract(first), money, currency));
    }

    private static String text(BigInteger value, boolean money, @Nullable String currency) {
        return money
                ? SHOW.amount(value, currency) + " " + currency
                : SHOW.count(value).replace('-', '−');
    }
}
