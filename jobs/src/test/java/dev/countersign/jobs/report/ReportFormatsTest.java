package dev.countersign.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportFormatsTest {

    private static final List<ReportColumn> COLUMNS =
            List.of(
                    ReportColumn.parse("arn"),
                    ReportColumn.parse("variance@currency"),
                    ReportColumn.parse("currency"));

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
}
