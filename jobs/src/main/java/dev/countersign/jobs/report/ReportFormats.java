package dev.countersign.jobs.report;

import dev.countersign.reconcile.domain.text.SpreadsheetText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonFactory;

/** The formats of a report: CSV, JSON and XLSX, and the sums that a manifest tells. */
final class ReportFormats {

    private ReportFormats() {}

    /**
     * RFC 4180 with a header. Money takes two columns: minor units, and decimal for people. A text
     * that a spreadsheet would take for a formula gets an apostrophe.
     */
    static final class Csv implements ReportRows.Sink {

        private final CSVPrinter printer;
        private List<ReportColumn> columns = List.of();

        Csv(OutputStream out) throws IOException {
            printer =
                    new CSVPrinter(
                            new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)),
                            CSVFormat.RFC4180);
        }

        @Override
        public void columns(List<ReportColumn> named) {
            columns = named;
            List<String> names = new ArrayList<>();
            for (ReportColumn column : named) {
                if (column.isMoney()) {
                    names.add(column.name() + "_minor");
                }
                names.add(column.name());
            }
            print(names);
        }

        @Override
        public void row(List<ReportValue> values) {
            List<String> cells = new ArrayList<>(values.size() + 4);
            for (int i = 0; i < values.size(); i++) {
                switch (values.get(i)) {
                    case ReportValue.Amount amount -> {
                        cells.add(amount.minor().toString());
                        cells.add(amount.major().toPlainString());
                    }
                    case ReportValue.Text text -> cells.add(SpreadsheetText.harmless(text.value()));
                    case ReportValue.Quantity quantity ->
                            cells.add(quantity.value().toPlainString());
                    case ReportValue.Day day -> cells.add(day.value().toString());
                    case ReportValue.Time time -> cells.add(time.value().toString());
                    case ReportValue.Nothing nothing -> {
                        cells.add("");
                        if (columns.get(i).isMoney()) {
                            cells.add("");
                        }
                    }
                }
            }
            print(cells);
        }

        private void print(List<String> cells) {
            try {
                printer.printRecord(cells);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void end() throws IOException {
            printer.flush();
        }
    }

    /** An array of objects; money is in minor units. */
    static final class Json implements ReportRows.Sink {

        private final JsonGenerator json;
        private List<ReportColumn> columns = List.of();

        Json(OutputStream out) {
            json =
                    JsonFactory.builder()
                            .build()
                            .createGenerator(tools.jackson.core.ObjectWriteContext.empty(), out);
            json.writeStartArray();
        }

        @Override
        public void columns(List<ReportColumn> named) {
            columns = named;
        }

        @Override
        public void row(List<ReportValue> values) {
            json.writeRaw('\n');
            json.writeStartObject();
            for (int i = 0; i < values.size(); i++) {
                json.writeName(columns.get(i).name());
                switch (values.get(i)) {
                    case ReportValue.Amount amount -> json.writeNumber(amount.minor());
                    case ReportValue.Text text -> json.writeString(text.value());
                    case ReportValue.Quantity quantity -> json.writeNumber(quantity.value());
                    case ReportValue.Day day -> json.writeString(day.value().toString());
                    case ReportValue.Time time -> json.writeString(time.value().toString());
                    case ReportValue.Nothing nothing -> json.writeNull();
                }
            }
            json.writeEndObject();
        }

        void end() {
            json.writeEndArray();
            json.writeRaw('\n');
            json.flush();
        }
    }

    /**
     * A workbook for people: numbers with the digits of their currency, real dates, the header in
     * sight. More rows than a sheet takes go on in the next.
     */
    static final class Xlsx implements ReportRows.Sink {

        private static final int ROWS_PER_FLUSH = 1_000;
        private static final int WIDTH_MIN = 8;
        private static final int WIDTH_MAX = 60;

        /** A spreadsheet keeps as many digits of a number; of a longer one it would lose some. */
        private static final int DIGITS_MAX = 15;

        private static final String DATE = "yyyy-mm-dd";
        private static final String TIME = "yyyy-mm-dd hh:mm:ss.000";

        private final Workbook workbook;
        private final String name;
        private List<ReportColumn> columns = List.of();
        private @Nullable Worksheet sheet;
        private int[] widths = {};
        private Run[] runs = {};
        private int row;
        private int sheets;

        /** Rows one below the other in which the cells of a column have the same format. */
        private record Run(int first, String format) {

            private static final Run NONE = new Run(0, "");
        }

        Xlsx(OutputStream out, String name) {
            this.workbook = new Workbook(out, "Countersign", "1.0");
            // It is packed once more, with fixed times.
            this.workbook.setCompressionLevel(Deflater.BEST_SPEED);
            this.name = name;
        }

        @Override
        public void columns(List<ReportColumn> named) {
            columns = named;
            widths = named.stream().mapToInt(column -> column.name().length()).toArray();
            runs = new Run[named.size()];
            Arrays.fill(runs, Run.NONE);
            sheet = begin();
        }

        @Override
        public void row(List<ReportValue> values) {
            Worksheet current = sheet == null ? begin() : sheet;
            if (row == Worksheet.MAX_ROWS) {
                end(current);
                current = begin();
            }
            sheet = current;
            for (int i = 0; i < values.size(); i++) {
                switch (values.get(i)) {
                    case ReportValue.Amount amount ->
                            number(current, i, amount.major(), amounts(amount.digits()));
                    case ReportValue.Text text -> text(current, i, text.value());
                    case ReportValue.Quantity quantity -> number(current, i, quantity.value(), "");
                    case ReportValue.Day day -> {
                        current.value(row, i, day.value());
                        look(current, i, DATE, DATE.length());
                    }
                    case ReportValue.Time time -> {
                        current.value(row, i, time.value());
                        look(current, i, TIME, TIME.length());
                    }
                    case ReportValue.Nothing nothing -> look(current, i, "", 0);
                }
            }
            row++;
            if (row % ROWS_PER_FLUSH == 0) {
                flush(current);
            }
        }

        private void number(Worksheet current, int column, BigDecimal value, String format) {
            if (value.precision() > DIGITS_MAX) {
                text(current, column, value.toPlainString());
                return;
            }
            current.value(row, column, value);
            int thousands = format.isEmpty() ? 0 : (value.precision() - value.scale()) / 3;
            look(current, column, format, value.toPlainString().length() + Math.max(0, thousands));
        }

        private void text(Worksheet current, int column, String value) {
            current.inlineString(row, column, value);
            look(current, column, "", value.length());
        }

        private static String amounts(int digits) {
            return digits == 0 ? "#,##0" : "#,##0." + "0".repeat(digits);
        }

        /**
         * Notes the format of a cell. Formats are set for many cells at once, which costs a
         * fraction.
         *
         * @param format empty for that of the sheet
         */
        private void look(Worksheet current, int column, String format, int width) {
            widths[column] = Math.max(widths[column], width);
            Run run = runs[column];
            if (!run.format().equals(format)) {
                endRun(current, column);
                runs[column] = new Run(row, format);
            }
        }

        private void endRun(Worksheet current, int column) {
            Run run = runs[column];
            if (!run.format().isEmpty()) {
                current.range(run.first(), column, row - 1, column)
                        .style()
                        .format(run.format())
                        .set();
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
        private void format(Worksheet current) {
            for (int i = 0; i < columns.size(); i++) {
                endRun(current, i);
                current.width(i, Math.clamp(widths[i] + 2L, WIDTH_MIN, WIDTH_MAX));
            }
        }

        private void flush(Worksheet current) {
            format(current);
            try {
                current.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void end(Worksheet current) {
            format(current);
            try {
                current.finish();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void end() throws IOException {
            if (sheet != null) {
                end(sheet);
            }
            workbook.finish();
        }
    }
}
