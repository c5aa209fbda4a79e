package dev.countersign.jobs.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

    private static final String FORMULA_STARTS = "=+-@\t\r";

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
                    case ReportValue.Text text -> cells.add(harmless(text.value()));
                    case ReportValue.Quantity quantity ->
                            cells.add(quantity.value().toPlainString());
                    case ReportValue.Day day -> cells.add(day.value().toString());
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

        private static String harmless(String text) {
            return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0
                    ? "'" + text
                    : text;
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

    /** A workbook for people; more rows than a sheet takes go on in the next. */
    static final class Xlsx implements ReportRows.Sink {

        private static final int ROWS_PER_FLUSH = 1_000;

        private final Workbook workbook;
        private final String name;
        private List<ReportColumn> columns = List.of();
        private @Nullable Worksheet sheet;
        private int row;
        private int sheets;

        Xlsx(OutputStream out, String name) {
            this.workbook = new Workbook(out, "Countersign", "1.0");
            // It is packed once more, with fixed times.
            this.workbook.setCompressionLevel(Deflater.BEST_SPEED);
            this.name = name;
        }

        @Override
        public void columns(List<ReportColumn> named) {
            columns = named;
            sheet = begin();
        }

        @Override
        public void row(List<ReportValue> values) {
            Worksheet current = sheet == null ? begin() : sheet;
            if (row == Worksheet.MAX_ROWS) {
                finish(current);
                current = begin();
            }
            sheet = current;
            for (int i = 0; i < values.size(); i++) {
                switch (values.get(i)) {
                    case ReportValue.Amount amount -> current.value(row, i, amount.major());
                    case ReportValue.Text text -> current.inlineString(row, i, text.value());
                    case ReportValue.Quantity quantity -> current.value(row, i, quantity.value());
                    case ReportValue.Day day ->
                            current.inlineString(row, i, day.value().toString());
                    case ReportValue.Nothing nothing -> {}
                }
            }
            row++;
            if (row % ROWS_PER_FLUSH == 0) {
                flush(current);
            }
        }

        private Worksheet begin() {
            sheets++;
            Worksheet begun = workbook.newWorksheet(sheets == 1 ? name : name + " " + sheets);
            for (int i = 0; i < columns.size(); i++) {
                begun.inlineString(0, i, columns.get(i).name());
            }
            row = 1;
            return begun;
        }

        private static void flush(Worksheet sheet) {
            try {
                sheet.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void finish(Worksheet sheet) {
            try {
                sheet.finish();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void end() throws IOException {
            workbook.finish();
        }
    }
}
