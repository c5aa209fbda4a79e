package dev.countersign.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

class ReportFormatsTest {

    private static final Logger log = LoggerFactory.getLogger(ReportFormatsTest.class);

    private static final List<ReportColumn> COLUMNS =
            List.of(
                    ReportColumn.parse("arn"),
                    ReportColumn.parse("variance@currency"),
                    ReportColumn.parse("currency"));

    private final long seed = Long.getLong("test.seed", System.nanoTime());

    /** A row is as wide as its header, whatever of it is missing. */
    @Test
    void leavesBothColumnsOfMissingMoneyEmpty() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportFormats.Csv csv = new ReportFormats.Csv(out);
        csv.columns(COLUMNS);
        csv.row(
                List.of(
                        new ReportValue.Text("7400"),
                        new ReportValue.Amount(BigInteger.valueOf(-1_205), 2, "EUR"),
                        new ReportValue.Text("EUR")));
        csv.row(
                List.of(
                        new ReportValue.Text("=cmd()"),
                        new ReportValue.Nothing(),
                        new ReportValue.Text("EUR")));
        csv.end();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        arn,variance_minor,variance,currency
                        7400,-1205,-12.05,EUR
                        '=cmd(),,,EUR
                        """
                                .replace("\n", "\r\n"));
    }

    /** Texts that were kept before their characters were refused. */
    @Test
    void writesEveryTextSoThatTheFileIsWellFormed(@TempDir Path directory) throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        Random random = new Random(seed);
        Path workbook = directory.resolve("report.xlsx");
        ReportFormats.Xlsx xlsx = new ReportFormats.Xlsx(Files.newOutputStream(workbook), "report");
        xlsx.columns(COLUMNS);
        for (int i = 0; i < 300; i++) {
            StringBuilder anything = new StringBuilder(List.of("", "=", "\u0001", "\"").get(i % 4));
            for (int j = random.nextInt(12); j >= 0; j--) {
                anything.append((char) random.nextInt(random.nextBoolean() ? 0xA0 : 0x10000));
            }
            List<ReportValue> row =
                    List.of(
                            new ReportValue.Text(anything.toString()),
                            new ReportValue.Nothing(),
                            new ReportValue.Text("EUR"));
            String legible = ((ReportValue.Text) row.getFirst()).value();

            String cell = csvCell(row);
            assertThat(cell).isIn(legible, "'" + legible);
            assertThat("=+-@\t\r".indexOf(cell.isEmpty() ? ' ' : cell.charAt(0))).isNegative();
            assertThat(jsonText(row)).isEqualTo(legible);
            xlsx.row(row);
        }
        xlsx.end();
        assertThat(xlsxText(workbook)).contains("EUR", "\uFFFD");
    }

    private static String csvCell(List<ReportValue> row) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportFormats.Csv csv = new ReportFormats.Csv(out);
        csv.columns(COLUMNS);
        csv.row(row);
        csv.end();
        try (CSVParser read =
                CSVParser.parse(out.toString(StandardCharsets.UTF_8), CSVFormat.RFC4180)) {
            List<CSVRecord> records = read.getRecords();
            assertThat(records).hasSize(2);
            assertThat(records.get(1).size()).isEqualTo(4);
            return records.get(1).get(0);
        }
    }

    private static String jsonText(List<ReportValue> row) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportFormats.Json json = new ReportFormats.Json(out);
        json.columns(COLUMNS);
        json.row(row);
        json.end();
        return JsonMapper.shared().readTree(out.toByteArray()).at("/0/arn").stringValue();
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
