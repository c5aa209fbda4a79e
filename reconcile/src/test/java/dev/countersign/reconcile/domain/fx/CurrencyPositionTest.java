package dev.countersign.reconcile.domain.fx;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Currency;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurrencyPositionTest {

    @ParameterizedTest(name = "{1} minor units of {0} by {2} are {3} euro cents")
    @CsvSource({
        "USD, 5500, 1.1000, 5000",
        "USD, 5500, 1.0543, 5217",
        "USD, -5500, 1.0543, -5217",
        "USD, 1, 2.0000, 1",
        "USD, -1, 2.0000, -1",
        "JPY, 1000, 160.00, 625",
        "KWD, 1000, 0.32, 313",
        "EUR, -5000, 1, -5000",
        "USD, 92233720368547758070, 1, 92233720368547758070"
    })
    void isWorthItsAmountDividedByTheRate(
            String currency, BigInteger minor, BigDecimal rate, BigInteger value) {
        CurrencyPosition position =
                new CurrencyPosition(
                        Currency.getInstance(currency),
                        minor,
                        new ReferenceRate(currency, LocalDate.of(2026, 11, 30), rate));

        assertThat(position.valueMinor()).isEqualTo(value);
    }
}
