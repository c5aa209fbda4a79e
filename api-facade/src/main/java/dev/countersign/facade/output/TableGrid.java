package dev.countersign.facade.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The texts of a table, laid out for a width. Headings and texts of several words may take several
 * lines; a word never does.
 */
final class TableGrid {

    private static final String GAP = "  ";

    /** Texts are not wrapped to columns that are narrower. */
    private static final int PROSE_MIN = 16;

    private final List<String> headings;
    private final List<List<String>> rows;
    private final List<Boolean> right;
    private final int[] natural;
    private final int[] least;

    /**
     * Measures them.
     *
     * @param right which columns are aligned to the right
     */
    TableGrid(List<String> headings, List<List<String>> rows, List<Boolean> right) {
        this.headings = headings;
        this.rows = rows;
        this.right = right;
        this.natural = new int[headings.size()];
        this.least = new int[headings.size()];
        for (int i = 0; i < natural.length; i++) {
            natural[i] = width(headings.get(i));
            least[i] = widestWord(headings.get(i));
        }
        for (List<String> row : rows) {
            for (int i = 0; i < natural.length; i++) {
                int width = width(row.get(i));
                natural[i] = Math.max(natural[i], width);
                least[i] =
                        Math.max(
                                least[i],
                                Math.min(width, Math.max(PROSE_MIN, widestWord(row.get(i)))));
            }
        }
    }

    /** True when it can be laid out so that no line is longer. */
    boolean fits(int widthMax) {
        return total(least) <= widthMax;
    }

    void write(int widthMax, PrintWriter out) {
        int[] widths = widths(widthMax);
        writeLine(headings, widths, out);
        rows.forEach(row -> writeLine(row, widths, out));
    }

    /** As wide as texts are, where that fits; else what is left over goes to the first columns. */
    private int[] widths(int widthMax) {
        if (total(natural) <= widthMax) {
            return natural;
        }
        int[] widths = least.clone();
        long left = widthMax - total(least);
        for (int i = 0; i < widths.length; i++) {
            int more = (int) Math.min(left, natural[i] - widths[i]);
            widths[i] += more;
            left -= more;
        }
        for (int i = 0; i < widths.length; i++) {
            widths[i] = widestLine(i, widths[i]);
        }
        return widths;
    }

    private int widestLine(int column, int widthMax) {
        int widest = 0;
        for (String part : wrap(headings.get(column), widthMax)) {
            widest = Math.max(widest, width(part));
        }
        for (List<String> row : rows) {
            for (String part : wrap(row.get(column), widthMax)) {
                widest = Math.max(widest, width(part));
            }
        }
        return widest;
    }

    private static long total(int[] widths) {
        long total = 0;
        for (int width : widths) {
            total += width + (total == 0 ? 0 : GAP.length());
        }
        return total;
    }

    private void writeLine(List<String> cells, int[] widths, PrintWriter out) {
        List<List<String>> wrapped = new ArrayList<>();
        int lines = 1;
        for (int i = 0; i < widths.length; i++) {
            wrapped.add(wrap(cells.get(i), widths[i]));
            lines = Math.max(lines, wrapped.get(i).size());
        }
        for (int line = 0; line < lines; line++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                List<String> parts = wrapped.get(i);
                String part = line < parts.size() ? parts.get(line) : "";
                String blank = " ".repeat(widths[i] - width(part));
                text.append(i == 0 ? "" : GAP)
                        .append(right.get(i) ? blank : "")
                        .append(part)
                        .append(right.get(i) ? "" : blank);
            }
            out.println(text.toString().stripTrailing());
        }
    }

    /** A text in lines of so many characters at most, but for words that are longer. */
    static List<String> wrap(String text, int widthMax) {
        if (width(text) <= widthMax) {
            return List.of(text);
        }
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > widthMax) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static int widestWord(String text) {
        int widest = 0;
        for (String word : text.split(" ", -1)) {
            widest = Math.max(widest, width(word));
        }
        return widest;
    }

    static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
