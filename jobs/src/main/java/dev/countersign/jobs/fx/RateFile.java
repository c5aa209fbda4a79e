package dev.countersign.jobs.fx;

import dev.countersign.reconcile.domain.CalendarText;
import dev.countersign.reconcile.domain.fx.ReferenceRate;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The euro reference rates as the European Central Bank publishes them, of a day or of all days, as
 * CSV or XML; the content tells which. Rates of currencies that it does not publish come as CSV of
 * the same form.
 */
final class RateFile {

    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Pattern RATE = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,12})?");
    private static final DateTimeFormatter WRITTEN_OUT =
            DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT);

    /** The files that can be read, in a sentence. */
    static final String FILES =
            "Import eurofxref.csv, eurofxref-hist.csv, eurofxref-daily.xml or eurofxref-hist.xml of the"
                    + " European Central Bank, unzipped; for a currency that it does not publish, a CSV"
                    + " with the lines 'Date,AED' and '2026-11-30,4.2513', what one euro is worth.";

    private RateFile() {}

    /** Takes the rates of a file, in its order. */
    interface Sink {

        void accept(ReferenceRate rate, int line);
    }

    /**
     * Reads a file.
     *
     * @throws ActionRefusedException for the first line that is not understood
     */
    static void read(BufferedReader in, Sink sink) throws IOException {
        in.mark(1);
        if (in.read() != BYTE_ORDER_MARK) {
            in.reset();
        }
        in.mark(1);
        int first = in.read();
        in.reset();
        if (first == '<') {
            readXml(in, sink);
        } else {
            readCsv(in, sink);
        }
    }

    // ---- CSV: a header with the currencies, then a line for each day

    private static void readCsv(BufferedReader in, Sink sink) throws IOException {
        String header = in.readLine();
        List<String> columns = header == null ? List.of() : cells(header);
        if (columns.size() < 2 || !columns.getFirst().equalsIgnoreCase("date")) {
            throw new ActionRefusedException(
                    "This is no file of reference rates: its first line begins with neither 'Date' nor"
                            + " '<'. "
                            + FILES);
        }
        columns.stream().skip(1).forEach(currency -> requireCurrency(currency, 1));
        int number = 1;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            if (!line.isBlank()) {
                readDay(cells(line), columns, number, sink);
            }
        }
    }

    private static void readDay(List<String> cells, List<String> columns, int line, Sink sink) {
        if (cells.size() != columns.size()) {
            throw refused(
                    line, "it has " + cells.size() + " values for " + columns.size() + " columns");
        }
        LocalDate date = date(cells.getFirst(), line);
        for (int column = 1; column < cells.size(); column++) {
            String text = cells.get(column);
            if (!text.isEmpty() && !text.equals("N/A")) {
                sink.accept(rate(columns.get(column), date, text, line), line);
            }
        }
    }

    /** The cells of a line; each may have a blank before it, and the last a comma after it. */
    private static List<String> cells(String line) {
        List<String> cells = Arrays.stream(line.split(",", -1)).map(String::strip).toList();
        return cells.getLast().isEmpty() ? cells.subList(0, cells.size() - 1) : cells;
    }

    // ---- XML: Cube time="…" around Cube currency="…" rate="…"

    private static void readXml(Reader in, Sink sink) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        int line = 1;
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            LocalDate date = null;
            while (xml.hasNext()) {
                int event = xml.next();
                line = xml.getLocation().getLineNumber();
                if (event == XMLStreamConstants.START_ELEMENT
                        && xml.getLocalName().equals("Cube")) {
                    String time = xml.getAttributeValue(null, "time");
                    String currency = xml.getAttributeValue(null, "currency");
                    if (time != null) {
                        date = date(time, line);
                    } else if (currency != null) {
                        sink.accept(
                                rate(currency, date, xml.getAttributeValue(null, "rate"), line),
                                line);
                    }
                }
            }
        } catch (XMLStreamException e) {
            throw new ActionRefusedException(
                    "Line " + line + " is not XML: import the file as the bank publishes it.", e);
        }
    }

    // ---- values

    private static LocalDate date(String text, int line) {
        try {
            return CalendarText.date(
                    text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")
                            ? text
                            : LocalDate.parse(text, WRITTEN_OUT).toString());
        } catch (DateTimeException e) {
            throw refused(
                    line, "'" + text + "' is not a date such as 2026-11-30 or 30 November 2026");
        }
    }

    private static ReferenceRate rate(
            String currency, @Nullable LocalDate date, @Nullable String text, int line) {
        requireCurrency(currency, line);
        if (date == null) {
            throw refused(line, "the rate of " + currency + " is of no day");
        }
        if (text == null || !RATE.matcher(text).matches() || new BigDecimal(text).signum() == 0) {
            throw refused(line, "'" + text + "' is no rate of " + currency + " such as 1.0543");
        }
        return new ReferenceRate(currency, date, new BigDecimal(text));
    }

    private static void requireCurrency(String currency, int line) {
        if (!CURRENCY.matcher(currency).matches() || currency.equals("EUR")) {
            throw refused(line, "'" + currency + "' is not a currency that euro are exchanged for");
        }
    }

    private static ActionRefusedException refused(int line, String why) {
        return new ActionRefusedException(
                "Line %s is not understood: %s. Nothing was imported; import the file as the bank publishes it."
                        .formatted(line, why));
    }
}
