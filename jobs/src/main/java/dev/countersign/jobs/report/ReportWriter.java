package dev.countersign.jobs.report;

import dev.countersign.reconcile.domain.text.SpreadsheetText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes the rows of a report in both formats that a night issues, so that they are read once.
 *
 * <p>CSV is RFC 4180 with a header. Money takes two columns: minor units, and decimal for people. A
 * text that a spreadsheet would take for a formula gets an apostrophe. A value that is not there is
 * an empty field without quotes, in the first column too, since databases take a quoted one for a
 * text. JSON is an array of objects; money is in minor units.
 */
final class ReportWriter {

    private static final JsonFactory JSON = JsonFactory.builder().build();

    private final OutputStream csvOut;

    /** CSV text that was printed and is not yet written. */
    private final StringBuilder printed = new StringBuilder();

    private final CSVPrinter csv;
    private final JsonGenerator json;
    private final ControlSums sums;
    private List<ReportColumn> columns = List.of();

    /** The names of the columns, as JSON has them. */
    private List<SerializableString> names = List.of();

    /**
     * Begins both files.
     *
     * @param sums to which the amounts are added, but not those of rows that add up others
     */
    ReportWriter(OutputStream csv, OutputStream json, ControlSums sums) throws IOException {
        this.csvOut = csv;
        this.csv = new CSVPrinter(printed, CSVFormat.RFC4180);
        this.json = JSON.createGenerator(ObjectWriteContext.empty(), json);
        this.json.writeStartArray();
        this.sums = sums;
    }

    List<ReportColumn> columns() {
        return columns;
    }

    void begin(List<ReportColumn> named) {
        columns = named;
        names =
                named.stream()
                        .map(column -> (SerializableString) new SerializedString(column.name()))
                        .toList();
        List<String> header = new ArrayList<>();
        for (ReportColumn column : named) {
            if (column.isMoney()) {
                header.add(column.name() + "_minor");
            }
            header.add(column.name());
        }
        print(header);
    }

    /**
     * Writes a row.
     *
     * @param total true when it adds up rows before it
     */
    void row(List<ReportValue> values, boolean total) {
        List<@Nullable String> cells = new ArrayList<>(values.size() + 4);
        json.writeRaw('\n');
        json.writeStartObject();
        for (int i = 0; i < values.size(); i++) {
            ReportColumn column = columns.get(i);
            json.writeName(names.get(i));
            switch (values.get(i)) {
                case ReportValue.Amount amount -> {
                    String minor = amount.minor().toString();
                    cells.add(minor);
                    cells.add(amount.major().toPlainString());
                    json.writeNumber(minor);
                    if (!total) {
                        sums.add(amount.currency(), column.name(), amount.minor());
                    }
                }
                case ReportValue.Text text -> {
                    cells.add(SpreadsheetText.harmless(text.value()));
                    json.writeString(text.value());
                }
                case ReportValue.Quantity quantity -> {
                    cells.add(quantity.value().toPlainString());
                    json.writeNumber(quantity.value());
                }
                case ReportValue.Day day -> both(cells, day.value().toString());
                case ReportValue.Time time -> both(cells, time.value().toString());
                case ReportValue.NoValue nothing -> {
                    cells.add(null);
                    if (column.isMoney()) {
                        cells.add(null);
                    }
                    json.writeNull();
                }
            }
        }
        json.writeEndObject();
        print(cells);
    }

    private void both(List<@Nullable String> cells, String text) {
        cells.add(text);
        json.writeString(text);
    }

    private void print(List<? extends @Nullable String> cells) {
        try {
            csv.printRecord(cells);
            csvOut.write(printed.toString().getBytes(StandardCharsets.UTF_8));
            printed.setLength(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void end() throws IOException {
        csvOut.flush();
        json.writeEndArray();
        json.writeRaw('\n');
        json.flush();
    }
}
