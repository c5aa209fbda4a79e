package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PanTest {

    static LongStream seeds() {
        return Seeds.seeds();
    }

    @ParameterizedTest
    @CsvSource({
        "400000123456789, 9",
        "411111111111111, 1",
        "555555555555444, 4",
        "222300001234567, 1"
    })
    void theCheckDigitsOfSection63Hold(String digits, char checkDigit) {
        assertThat(Luhn.checkDigit(digits)).isEqualTo(checkDigit);
        assertThat(Pan.parse(digits + checkDigit)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4000001234567898",
                "400000123456",
                "40000012345678990000",
                "4000 0012 3456 7899",
                "4000001234567899\n",
                "٤٠٠٠٠٠١٢٣٤٥٦٧٨٩٩",
                "400000123456789x"
            })
    void whatIsNoCardNumberIsNotRead(String text) {
        assertThat(Pan.parse(text)).isEmpty();
    }

    @Test
    void showsNoMoreThanSixAndFourDigits() {
        Pan pan = Pan.parse("4000001234567899").orElseThrow();

        assertThat(pan).hasToString("400000******7899");
        assertThat(pan.bin()).isEqualTo("400000");
        assertThat(pan.last4()).isEqualTo("7899");
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyOneWrongDigitIsSeen(long seed) {
        Random random = new Random(seed);
        String digits = Seeds.pan(random).digits();
        int at = random.nextInt(digits.length());
        int other = (digits.charAt(at) - '0' + 1 + random.nextInt(9)) % 10;

        assertThat(Pan.parse(digits.substring(0, at) + other + digits.substring(at + 1))).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aGeneratedNumberHasItsBinSixteenDigitsAndACheckDigit(long seed) {
        Random random = new Random(seed);
        String bin = Seeds.digits(random, random.nextBoolean() ? 6 : 8);

        Pan pan = new PanGenerator(random).next(bin);

        assertThat(pan.digits()).startsWith(bin).hasSize(16);
        assertThat(Pan.parse(pan.digits())).contains(pan);
    }

    @Test
    void generatedNumbersAreSpreadOverTheWholeRange() {
        PanGenerator generator = new PanGenerator(new Random(20_261_121));

        assertThat(
                        Stream.generate(() -> generator.next("40000012"))
                                .limit(5_000)
                                .map(pan -> pan.digits().substring(8, 10))
                                .collect(Collectors.toSet()))
                .hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4000", "4000001", "400000123", "4000x0", "400000 "})
    void aBinOfAnotherLengthIsRefused(String bin) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PanGenerator(new Random(1)).next(bin))
                .withMessageStartingWith("a BIN has 6 or 8 digits");
    }
}
