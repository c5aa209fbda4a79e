package dev.countersign.reconcile.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.testkit.HiddenCardNumbers;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CardNumberMaskTest {

    private static final int TRIES = 20_000;

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final HiddenCardNumbers hidden = new HiddenCardNumbers(random);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4000001234567899                      | ************7899",
                "card 4000 0012 3456 7899, thank you   | card **** **** **** 7899, thank you",
                "4000-0012-3456-7899                   | ****-****-****-7899",
                "4000.0012/3456_7899                   | ****.****/****_7899",
                "12 4000 0012 3456 7899 5              | 12 **** **** **** 7899 5",
                "X4000001234567899Y                    | X************7899Y",
                ";4000001234567899=29121010000000?     | ;************7899=29121010000000?",
                "4000001234567899,5555555555554444     | ************7899,************4444",
                "378282246310005                       | ***********0005",
                "**4000001234567899**                  | **************7899**",
                "****4000 0012 3456 7899               | ******** **** **** 7899",
                "************4000 0012 3456 7899       | **************** **** **** 7899",
                "4000**0012**3456**7899                | ******************7899",
                "4000  0012  3456  7899                | ****  ****  ****  7899",
                "4000, 0012, 3456, 7899                | ****, ****, ****, 7899",
                "4000 - 0012 - 3456 - 7899             | **** - **** - **** - 7899",
                "4000 ( 0012 ) 3456     7899           | **** ( **** ) ****     7899",
                "4000\",\"0012\",\"3456\",\"7899       | ****\",\"****\",\"****\",\"7899",
                "73000000000000000000000 4000001234567899 | 73000000000000000000000 ************7899",
            })
    void leavesTheLastFourDigits(String text, String masked) {
        assertThat(CardNumberMask.mask(text)).isEqualTo(masked);
        assertThat(CardNumberMask.mask(masked)).isEqualTo(masked);
        assertThat(CardNumberMask.finds(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\n\t", "\r\n\r\n    ", " \u200b\u00a0 ", "\u2003\u2013\u2003"})
    void joinsGroupsOverLinesAndWideBlanks(String between) {
        String text = String.join(between, "4000", "0012", "3456", "7899");

        assertThat(CardNumberMask.mask(text))
                .isEqualTo(String.join(between, "****", "****", "****", "7899"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4000 and 0012 and 3456 and 7899",
                "4000 --- 0012 --- 3456 --- 7899",
                "7400000400000123456789 4000 0012 3456",
                "TRATTORIA ROMA 12, VIA ROMA 1",
                "4000001234567898",
                "74000004000001234567899",
                "40000012345678990",
                "485029514074150",
                "1795255200000",
                "2026-11-27 10:15:30.123456",
                "+493012345678",
                "40000012-3456-7899-4000-001234567899",
                "9999999999999995",
                "card_01KB2M6T8ZJ9Q4W5X6Y7Z8A9B0"
            })
    void leavesWhatIsNoCardNumber(String text) {
        assertThat(CardNumberMask.mask(text)).isSameAs(text);
    }

    @Test
    void findsCardNumbersHoweverTheyAreWritten() {
        System.out.println("seed=" + seed + " (repeat with -Dtest.seed=" + seed + ")");
        for (int i = 0; i < TRIES; i++) {
            String pan = hidden.number();
            String text = word() + hidden.written(pan) + word();
            String masked = CardNumberMask.mask(text);

            assertThat(HiddenCardNumbers.digits(masked))
                    .as(text)
                    .isEqualTo(pan.substring(pan.length() - 4));
            assertThat(CardNumberMask.mask(masked)).isEqualTo(masked);
            assertThat(masked.codePointCount(0, masked.length()))
                    .isEqualTo(text.codePointCount(0, text.length()));
        }
    }

    private String word() {
        return List.of("", "card ", " of Ada", "PAN:", "\u00e9", "%B", "^DOE", "(", ") ")
                .get(random.nextInt(9));
    }
}
