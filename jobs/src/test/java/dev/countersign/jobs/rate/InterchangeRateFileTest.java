package dev.countersign.jobs.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterchangeRateFileTest {

    private static final String RATE =
            "interchange,visa,,IT FR,,5411-5499,EUR,2026-01-01,2026-06-30,20.1250,5";

    @Test
    void isReadLineByLine() {
        List<String> wrong = new ArrayList<>();

        List<InterchangeRate> rates =
                InterchangeRateFile.read(List.of(InterchangeRateFile.HEADER, "", RATE), wrong);

        assertThat(wrong).isEmpty();
        assertThat(rates)
                .singleElement()
                .satisfies(
                        rate -> {
                            assertThat(rate.line()).isEqualTo(3);
                            assertThat(rate.region()).containsExactly("IT", "FR");
                            assertThat(rate.basisPoints()).isEqualTo(new BigDecimal("20.1250"));
                            assertThat(rate.fixedMinor()).isEqualTo(5);
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    bonus,visa,,,,,EUR,2026-01-01,,20,0                   | 'bonus' is neither interchange
                    interchange,amex,,,,,EUR,2026-01-01,,20,0             | 'amex' is no network
                    interchange,visa,,Italy,,,EUR,2026-01-01,,20,0        | 'Italy' are no countries
                    interchange,visa,,,gold,,EUR,2026-01-01,,20,0         | 'gold' is no program id
                    interchange,visa,,,,54,EUR,2026-01-01,,20,0           | '54' is no MCC
                    interchange,visa,,,,5499-5411,EUR,2026-01-01,,20,0    | '5499-5411' ends before
                    interchange,visa,,,,,XXX,2026-01-01,,20,0             | 'XXX' is not a currency
                    interchange,visa,,,,,EUR,2026-02-30,,20,0             | '2026-02-30' is not a date
                    interchange,visa,,,,,EUR,+999999999-01-01,,20,0       | '+999999999-01-01' is not a date
                    interchange,visa,,,,,EUR,,2026-02-28,20,0             | '' is not a date
                    interchange,visa,,,,,EUR,2026-01-02,2026-01-01,20,0   | it ends before it begins
                    interchange,visa,,,,,EUR,2026-01-01,,0.2%,0           | '0.2%' are no basis points
                    interchange,visa,,,,,EUR,2026-01-01,,20,0.5           | '0.5' is not a number of minor
                    interchange,visa,,,,,EUR,2026-01-01,,20               | it has 10 values, not 11
                    """)
    void saysWhichLineIsWrong(String line, String why) {
        List<String> wrong = new ArrayList<>();

        var unused =
                InterchangeRateFile.read(List.of(InterchangeRateFile.HEADER, RATE, line), wrong);

        assertThat(wrong).singleElement().asString().startsWith("Line 3: " + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    interchange,visa,,,,5499-6000,EUR,2026-06-30,,1,0        | true
                    interchange,visa,1000,FR,,5450,EUR,2026-01-01,,1,0       | true
                    interchange,visa,,DE,,5450,EUR,2026-01-01,,1,0           | false
                    interchange,visa,,,,5500,EUR,2026-01-01,,1,0             | false
                    interchange,visa,,,,5450,EUR,2026-07-01,,1,0             | false
                    interchange,visa,,,,5450,USD,2026-01-01,,1,0             | false
                    interchange,mastercard,,,,5450,EUR,2026-01-01,,1,0       | false
                    scheme_fee,visa,,,,5450,EUR,2026-01-01,,1,0              | false
                    """)
    void refusesTwoRatesForOneRecord(String line, boolean overlap) {
        List<String> wrong = new ArrayList<>();

        var unused =
                InterchangeRateFile.read(List.of(InterchangeRateFile.HEADER, RATE, line), wrong);

        assertThat(wrong)
                .isEqualTo(
                        overlap ? List.of("Line 3 is for records that line 2 is for.") : List.of());
    }
}
