package dev.countersign.facade.administer.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.facade.output.TerminalCommand;
import java.util.Currency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** Amounts as they are typed, and what is said of those that are none. */
class MinorUnitsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2500.00 | EUR | 2500.00 is not whole minor units: for 2500.00 EUR write 250000.",
                "10,50 | EUR | 10,50 is not whole minor units: for 10.50 EUR write 1050.",
                "-1.5 | EUR | -1.5 is not whole minor units: for -1.50 EUR write -150.",
                "100.00 | JPY | 100.00 is not whole minor units: for 100 JPY write 100.",
                "1.005 | KWD | 1.005 is not whole minor units: for 1.005 KWD write 1005.",
                "1.005 | EUR | 1.005 is not whole minor units: EUR has 2 decimals.",
                "ten | EUR | 'ten' is not an amount in whole minor units, such as 250000 for 2500.00 EUR.",
                "1.2.3 | JPY | '1.2.3' is not an amount in whole minor units, such as 250000 for 250000 JPY.",
                "9223372036854775808 | EUR | 9223372036854775808 is more than an amount can say.",
            })
    void saysWhatToWrite(String typed, String currency, String sentence) {
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> read(typed, currency))
                .withMessage(sentence);
    }

    @Test
    void readsWholeMinorUnits() {
        assertThat(read("250000", "EUR")).isEqualTo(250_000);
        assertThat(read("-9223372036854775808", "JPY")).isEqualTo(Long.MIN_VALUE);
    }

    private static long read(String typed, String currency) {
        Pay pay = new Pay();
        var unused = new CommandLine(pay);
        return MinorUnits.read(pay, typed, Currency.getInstance(currency));
    }

    @Command(name = "pay")
    static final class Pay extends TerminalCommand {

        @Override
        public Integer call() {
            return DONE;
        }
    }
}
