package dev.countersign.jobs.fx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reference rates, in each form in which they are published. */
class RateFileTest {

    private static final String XML =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
                xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
            <gesmes:subject>Reference rates</gesmes:subject>
            <Cube>
            <Cube time='2026-11-30'>
            <Cube currency='USD' rate='1.0543'/>
            <Cube currency='JPY' rate='160.02'/></Cube>
            <Cube time='2026-11-27'><Cube currency='USD' rate='1.0500'/></Cube>
            </Cube></gesmes:Envelope>
            """;

    @Test
    void areReadFromADaysCsv() throws IOException {
        assertThat(read("Date, USD, JPY, \n30 November 2026, 1.0543, 160.02, \n"))
                .containsExactly("2: 2026-11-30 USD 1.0543", "2: 2026-11-30 JPY 160.02");
    }

    @Test
    void areReadFromTheCsvOfAllDays() throws IOException {
        assertThat(
                        read(
                                "\uFEFFDate,USD,CYP,\r\n2026-11-30,1.0543,N/A,\r\n2007-12-31,1.4721,0.585274,\r\n"))
                .containsExactly(
                        "2: 2026-11-30 USD 1.0543",
                        "3: 2007-12-31 USD 1.4721",
                        "3: 2007-12-31 CYP 0.585274");
    }

    /** The European Central Bank publishes none of the dirham. */
    @Test
    void areReadFromACsvThatSomebodyWroteForACurrencyThatIsNotPublished() throws IOException {
        assertThat(read("Date,AED\n2026-11-30,4.2513\n"))
                .containsExactly("2: 2026-11-30 AED 4.2513");
    }

    @Test
    void areReadFromXml() throws IOException {
        assertThat(read(XML))
                .containsExactly(
                        "7: 2026-11-30 USD 1.0543",
                        "8: 2026-11-30 JPY 160.02",
                        "9: 2026-11-27 USD 1.0500");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    hello                                  | neither 'Date' nor '<'
                    rates                                  | a CSV with the lines 'Date,AED' and
                    Date,USD;2026-11-31,1.05               | Line 2 is not understood: '2026-11-31' is not a date
                    Date,USD;31 November 2026,1.05         | Line 2 is not understood: '31 November 2026' is not a date
                    Date,USD;1 May -999999999,1.05         | Line 2 is not understood: '1 May -999999999' is not a date
                    Date,USD;2026-11-30,1.05,1.06          | Line 2 is not understood: it has 3 values for 2 columns
                    Date,USD;2026-11-30,1,05               | Line 2 is not understood: it has 3 values
                    Date,USD;2026-11-30,-1.05              | Line 2 is not understood: '-1.05' is no rate of USD
                    Date,USD;2026-11-30,0.00               | Line 2 is not understood: '0.00' is no rate of USD
                    Date,usd;2026-11-30,1.05               | Line 1 is not understood: 'usd' is not a currency
                    Date,EUR;2026-11-30,1                  | Line 1 is not understood: 'EUR' is not a currency
                    <a                                     | is not XML
                    <a><Cube currency='USD' rate='1'/></a> | the rate of USD is of no day
                    """)
    void areRefusedWithTheLine(String file, String says) {
        assertThatThrownBy(() -> read(file.replace(';', '\n')))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining(says);
    }

    private static List<String> read(String file) throws IOException {
        List<String> rates = new ArrayList<>();
        RateFile.read(
                new BufferedReader(new StringReader(file)),
                (rate, line) ->
                        rates.add(
                                line
                                        + ": "
                                        + rate.date()
                                        + " "
                                        + rate.currency()
                                        + " "
                                        + rate.rate().toPlainString()));
        return rates;
    }
}
