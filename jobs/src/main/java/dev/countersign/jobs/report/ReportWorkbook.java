package dev.countersign.jobs.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/**
 * A workbook for people, rendered from a report's JSON on request: numbers with the digits of their
 * currency, real dates, the header in sight. More rows than a sheet takes go on in the next.
 */
final class ReportWorkbook {

    private static final int ROWS_PER_FLUSH = 1_000;
    private static final int WIDTH_MIN = 8;
    private static final int WIDTH_MAX = 60;

    /** A spreadsheet keeps as many digits of a number; of a longer one it would lose some. */
    private static final int DIGITS_MAX = 15;

    private static final String DATE = "yyyy-mm-dd";
    private static final String TIME = "yyyy-mm-dd hh:mm:ss.000";

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    private final Workbook workbook;
    private final String name;
    private final List<ReportColumn> columns;
    private final int[] widths;
    private final Run[] runs;
    private Worksheet sheet;
    private int row;
    private int sheets;

    /** Rows one below the other in which the cells of a column have the same format. */
    private record Run(int first, String format) {

        private static final Run NONE = new Run(0, "");
    }

    private ReportWorkbook(OutputStream out, String name, List<ReportColumn> columns) {
        this.workbook = new Workbook(out, "Countersign", "1.0");
        this.name = name;
        this.columns = columns;
        this.widths = columns.stream().mapToInt(column -> column.name().length()).toArray();
        this.runs = new Run[columns.size()];
        Arrays.fill(runs, Run.NONE);
        this.sheet = begin();
    }

    /**
     * Renders a report.
     *
     * @param json its file in JSON, which is closed
     */
    static void write(InputStream json, String name, List<ReportColumn> columns, OutputStream out)
            throws IOException {
        ReportWorkbook workbook = new ReportWorkbook(out, name, columns);
        try (MappingIterator<JsonNode> rows = JSON.readerFor(JsonNode.class).readValues(json)) {
            while (rows.hasNext()) {
                workbook.row(rows.next());
            }
        }
        workbook.end();
        workbook.workbook.finish();
    }

    private void row(JsonNode values) throws IOException {
        if (row == Worksheet.MAX_ROWS) {
            end();
            sheet = begin();
        }
        for (int i = 0; i < columns.size(); i++) {
            ReportColumn column = columns.get(i);
            JsonNode value = values.path(column.name());
            if (value.isNull()) {
                noteFormat(i, "", 0);
                continue;
            }
            switch (column.type()) {
                case TEXT -> text(i, value.asString());
                case NUMBER -> number(i, value.decimalValue(), "");
                case DATE -> {
                    sheet.value(row, i, LocalDate.parse(value.asString()));
                    noteFormat(i, DATE, DATE.length());
                }
                case TIME -> {
                    sheet.value(row, i, Instant.parse(value.asString()));
                    noteFormat(i, TIME, TIME.length());
                }
                case MONEY -> {
                    String currency = values.path(column.currencyColumn()).asString("");
                    var amount = new ReportValue.Amount(value.bigIntegerValue(), currency);
                    number(i, amount.major(), amounts(amount.digits()));
                }
            }
        }
        row++;
        if (row % ROWS_PER_FLUSH == 0) {
            format();
            sheet.flush();
        }
    }

    private void number(int column, BigDecimal value, String format) {
        if (value.precision() > DIGITS_MAX) {
            text(column, value.toPlainString());
            return;
        }
        sheet.value(row, column, value);
        int thousands = format.isEmpty() ? 0 : (value.precision() - value.scale()) / 3;
        noteFormat(column, format, value.toPlainString().length() + Math.max(0, thousands));
    }

    private void text(int column, String value) {
        sheet.inlineString(row, column, value);
        noteFormat(column, "", value.length());
    }

    private static String amounts(int digits) {
        return digits == 0 ? "#,##0" : "#,##0." + "0".repeat(digits);
    }

    /**
     * Notes the format of a cell. Formats are set for many cells at once, which costs a fraction.
     *
     * @param format empty for that of the sheet
     */
    private void noteFormat(int column, String format, int width) {
        widths[column] = Math.max(widths[column], width);
        Run run = runs[column];
        if (!run.format().equals(format)) {
            endRun(column);
            runs[column] = new Run(row, format);
        }
    }

    private void endRun(int column) {
        Run run = runs[column];
        if (!run.format().isEmpty()) {
            sheet.range(run.first(), column, row - 1, column).style().format(run.format()).set();
        }
        runs[column] = Run.NONE;
    }

    private Worksheet begin() {
        sheets++;
        Worksheet begun = workbook.newWorksheet(sheets == 1 ? name : name + " " + sheets);
        begun.freezePane(0, 1);
        for (int i = 0; i < columns.size(); i++) {
            begun.inlineString(0, i, columns.get(i).name());
            begun.style(0, i).bold().set();
        }
        row = 1;
        return begun;
    }

    /** Formats the rows that are not written yet; the first of them decide the widths. */
    private void format() {
        for (int i = 0; i < columns.size(); i++) {
            endRun(i);
            sheet.width(i, Math.clamp(widths[i] + 2L, WIDTH_MIN, WIDTH_MAX));
        }
    }

    private void end() throws IOException {
        format();
        sheet.finish();
    }
}
