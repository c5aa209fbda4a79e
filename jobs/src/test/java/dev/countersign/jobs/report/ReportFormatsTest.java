package dev.countersign.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.breaks.AgeBucket;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ReportFormatsTest {

    private static final Logger log = LoggerFactory.getLogger(ReportFormatsTest.class);

    private static final List<ReportColumn> COLUMNS =
            List.of(
                    ReportColumn.parse("arn", Types.VARCHAR),
                    ReportColumn.parse("variance@currency", Types.BIGINT),
                    ReportColumn.parse("currency", Types.VARCHAR));

    private final long seed = Long.getLong("test.seed", System.nanoTime());

    /** A row is as wide as its header, whatever of it is missing. */
    @Test
    void leavesBothColumnsOfMissingMoneyEmpty() throws IOException {
        WrittenReport written =
                WrittenReport.of(
                        COLUMNS,
                        List.of(
                                List.of(
                                        new ReportValue.Text("7400"),
                                        amount(-1_205, "EUR"),
                                        new ReportValue.Text("EUR")),
                                List.of(
                                        new ReportValue.Text("=cmd()"),
                                        new ReportValue.NoValue(),
                                        new ReportValue.Text("EUR"))));

        assertThat(written.csv())
                .isEqualTo(
                        """
                        arn,variance_minor,variance,currency
                        7400,-1205,-12.05,EUR
                        '=cmd(),,,EUR
                        """
                                .replace("\n", "\r\n"));
        assertThat(written.json())
                .isEqualTo(
                        """
                        [
                        {"arn":"7400","variance":-1205,"currency":"EUR"}
                        ,{"arn":"=cmd()","variance":null,"currency":"EUR"}]
                        """);
    }

    /** A row that adds up others is written as they are, and is in no sum. */
    @Test
    void addsUpWhatIsNoTotalItself() throws IOException {
        ControlSums sums = new ControlSums();
        ReportWriter writer =
                new ReportWriter(
                        OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), sums);
        List<ReportValue> row =
                List.of(new ReportValue.NoValue(), amount(700, "EUR"), new ReportValue.Text("EUR"));
        writer.begin(COLUMNS);
        writer.row(row, false);
        writer.row(row, true);
        writer.end();
        ObjectNode manifest = JsonMapper.shared().createObjectNode();

        sums.writeTo(manifest);

        assertThat(manifest.at("/sums/EUR/variance").longValue()).isEqualTo(700);
    }

    @Test
    void writesAmountsAndDatesAsPeopleReadThem(@TempDir Path directory) throws Exception {
        List<ReportColumn> columns =
                List.of(
                        ReportColumn.parse("business_date", Types.DATE),
                        ReportColumn.parse("amount@currency", Types.NUMERIC),
                        ReportColumn.parse("currency", Types.VARCHAR),
                        ReportColumn.parse("posted_at", Types.TIMESTAMP),
                        ReportColumn.parse("count", Types.BIGINT));
        List<List<ReportValue>> rows = new ArrayList<>();
        // More than are written at once, and each currency next to another.
        List<String> currencies = List.of("EUR", "JPY", "BHD", "EUR", "EUR");
        for (int i = 0; i < 2_500; i++) {
            String currency = currencies.get(i % currencies.size());
            rows.add(
                    List.of(
                            new ReportValue.Day(LocalDate.of(2026, 11, 21)),
                            amount(-1_234_567, currency),
                            new ReportValue.Text(currency),
                            i % 7 == 0
                                    ? new ReportValue.NoValue()
                                    : new ReportValue.Time(Instant.parse("2026-11-21T12:00:00Z")),
                            new ReportValue.Quantity(BigDecimal.valueOf(i))));
        }
        rows.add(
                List.of(
                        new ReportValue.NoValue(),
                        amount(Long.MAX_VALUE, "EUR"),
                        new ReportValue.Text("EUR"),
                        new ReportValue.NoValue(),
                        new ReportValue.NoValue()));
        Path file = WrittenReport.of(columns, rows).workbook(directory);

        SheetText sheet = SheetText.read(file);
        assertThat(sheet.cell("A2")).isEqualTo("46347.0 as yyyy-mm-dd");
        assertThat(sheet.cell("B2")).isEqualTo("-12345.67 as #,##0.00");
        assertThat(sheet.cell("B3")).isEqualTo("-1234567 as #,##0");
        assertThat(sheet.cell("B4")).isEqualTo("-1234.567 as #,##0.000");
        assertThat(sheet.cell("B2500")).isEqualTo("-12345.67 as #,##0.00");
        assertThat(sheet.cell("D2")).isEmpty();
        assertThat(sheet.cell("D2500")).isEqualTo("46347.5 as yyyy-mm-dd hh:mm:ss.000");
        assertThat(sheet.cell("E2500")).isEqualTo("2498");
        // A number would lose its last digits.
        assertThat(sheet.cell("B2502")).isEqualTo("92233720368547758.07");
        assertThat(sheet.xml())
                .contains("ySplit=\"1\"", "state=\"frozen\"")
                .containsPattern("<col min=\"1\" max=\"1\" width=\"1[5-9](\\.0)?\"")
                .containsPattern("<col min=\"4\" max=\"4\" width=\"2[0-9](\\.0)?\"");
    }

    private static ReportValue amount(long minor, String currency) {
        return new ReportValue.Amount(BigInteger.valueOf(minor), currency);
    }

    /** A report in its formats. */
    private record WrittenReport(List<ReportColumn> columns, String csv, String json) {

        static WrittenReport of(List<ReportColumn> columns, List<List<ReportValue>> rows)
                throws IOException {
            ByteArrayOutputStream csv = new ByteArrayOutputStream();
            ByteArrayOutputStream json = new ByteArrayOutputStream();
            ReportWriter writer = new ReportWriter(csv, json, new ControlSums());
            writer.begin(columns);
            rows.forEach(row -> writer.row(row, false));
            writer.end();
            return new WrittenReport(
                    columns,
                    csv.toString(StandardCharsets.UTF_8),
                    json.toString(StandardCharsets.UTF_8));
        }

        Path workbook(Path directory) throws IOException {
            Path file = Files.writeString(directory.resolve("report.json"), json);
            Path workbook = directory.resolve("report.xlsx");
            try (OutputStream out = Files.newOutputStream(workbook)) {
                ReportWorkbook.write(Files.newInputStream(file), "report", columns, out);
            }
            return workbook;
        }
    }

    /** The first sheet of a workbook, cell by cell. */
    private record SheetText(String xml, Document cells, List<String> formats) {

        static SheetText read(Path workbook) throws Exception {
            try (ZipFile zip = new ZipFile(workbook.toFile())) {
                Document styles = parse(text(zip, "xl/styles.xml"));
                Map<String, String> codes = new HashMap<>();
                each(styles, "numFmt")
                        .forEach(
                                format ->
                                        codes.put(
                                                format.getAttribute("numFmtId"),
                                                format.getAttribute("formatCode")));
                Element cellFormats = each(styles, "cellXfs").getFirst();
                List<String> formats =
                        each(cellFormats, "xf").stream()
                                .map(each -> codes.getOrDefault(each.getAttribute("numFmtId"), ""))
                                .toList();
                String xml = text(zip, "xl/worksheets/sheet1.xml");
                return new SheetText(xml, parse(xml), formats);
            }
        }

        /** The value of a cell, and its number format where it has one. */
        String cell(String place) {
            return each(cells, "c").stream()
                    .filter(cell -> cell.getAttribute("r").equals(place))
                    .map(
                            cell -> {
                                String style = cell.getAttribute("s");
                                String format =
                                        style.isEmpty() ? "" : formats.get(Integer.parseInt(style));
                                return cell.getTextContent()
                                        + (format.isEmpty() ? "" : " as " + format);
                            })
                    .findFirst()
                    .orElse("");
        }

        private static String text(ZipFile zip, String name) throws IOException {
            return new String(
                    zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
        }

        private static Document parse(String xml) throws Exception {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }

        private static List<Element> each(Document document, String name) {
            return each(document.getDocumentElement(), name);
        }

        private static List<Element> each(Element within, String name) {
            NodeList found = within.getElementsByTagName(name);
            return IntStream.range(0, found.getLength())
                    .mapToObj(at -> (Element) found.item(at))
                    .toList();
        }
    }

    /** A spreadsheet takes {@code 2-3} for the second of March. */
    @ParameterizedTest
    @ValueSource(strings = {"breaks", "break_ageing"})
    void namesAgesAsNoSpreadsheetTakesForADate(String report) throws IOException {
        String sql;
        try (InputStream text = Reports.class.getResourceAsStream("Reports/" + report + ".sql")) {
            sql = new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
        }

        for (AgeBucket age : AgeBucket.values()) {
            assertThat(sql).contains("'" + age.text() + "'");
            assertThat(age.text()).endsWith(" days");
        }
    }

    /** Texts that were kept before their characters were refused. */
    @Test
    void writesEveryTextSoThatTheFileIsWellFormed(@TempDir Path directory) throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        Random random = new Random(seed);
        List<List<ReportValue>> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            StringBuilder anything = new StringBuilder(List.of("", "=", "\u0001", "\"").get(i % 4));
            for (int j = random.nextInt(12); j >= 0; j--) {
                anything.append((char) random.nextInt(random.nextBoolean() ? 0xA0 : 0x10000));
            }
            rows.add(
                    List.of(
                            new ReportValue.Text(anything.toString()),
                            new ReportValue.NoValue(),
                            new ReportValue.Text("EUR")));
        }

        WrittenReport written = WrittenReport.of(COLUMNS, rows);

        List<CSVRecord> records;
        try (CSVParser read = CSVParser.parse(written.csv(), CSVFormat.RFC4180)) {
            records = read.getRecords();
        }
        JsonNode objects = JsonMapper.shared().readTree(written.json());
        for (int i = 0; i < rows.size(); i++) {
            String legible = ((ReportValue.Text) rows.get(i).getFirst()).value();
            String cell = records.get(i + 1).get(0);
            assertThat(records.get(i + 1).size()).isEqualTo(4);
            assertThat(cell).isIn(legible, "'" + legible);
            assertThat("=+-@\t\r".indexOf(cell.isEmpty() ? ' ' : cell.charAt(0))).isNegative();
            assertThat(objects.path(i).path("arn").stringValue()).isEqualTo(legible);
        }
        assertThat(xlsxText(written.workbook(directory))).contains("EUR", "\uFFFD");
    }

    private static String xlsxText(Path workbook) throws Exception {
        StringBuilder text = new StringBuilder();
        try (ZipFile zip = new ZipFile(workbook.toFile())) {
            for (ZipEntry part : Collections.list(zip.entries())) {
                text.append(
                        DocumentBuilderFactory.newDefaultInstance()
                                .newDocumentBuilder()
                                .parse(zip.getInputStream(part))
                                .getDocumentElement()
                                .getTextContent());
            }
        }
        return text.toString();
    }
}
