package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PinTest {

    @ParameterizedTest
    @ValueSource(strings = {"1234", "0000", "123456789012"})
    void hasFourToTwelveDigits(String digits) {
        assertThat(Pin.parse(digits))
                .hasValueSatisfying(pin -> assertThat(pin.digits()).asString().isEqualTo(digits));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "123", "1234567890123", "12a4", " 1234", "12/4", "12:4", "١٢٣٤"})
    void isNothingElse(String text) {
        assertThat(Pin.parse(text)).isEmpty();
    }

    @Test
    void showsNothingOfItself() {
        assertThat(Pin.parse("1234"))
                .hasValueSatisfying(pin -> assertThat(pin).hasToString("****"));
    }

    @Test
    void cannotBeUsedOnceItIsWiped() {
        Pin pin = Pin.parse("1234").orElseThrow();
        byte[] digits = pin.digits();

        pin.wipe();

        assertThat(digits).containsOnly(0);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(pin::digits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"513DF2C473B9E8220874210EA27ABF46", "513df2c473b9e8220874210ea27abf46"})
    void aBlockIsThirtyTwoHexadecimalCharactersAndMasksItself(String text) {
        assertThat(EncryptedPinBlock.parse(text))
                .hasValueSatisfying(
                        block -> {
                            assertThat(block.hex()).isEqualToIgnoringCase(text);
                            assertThat(block).hasToString("pin block ****");
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "513DF2C473B9E8220874210EA27ABF4",
                "513DF2C473B9E8220874210EA27ABF461",
                "513DF2C473B9E8220874210EA27ABF4G",
                "513DF2C473B9E8220874210EA27ABF46\n",
                "0x3DF2C473B9E8220874210EA27ABF46"
            })
    void aBlockIsNothingElse(String text) {
        assertThat(EncryptedPinBlock.parse(text)).isEmpty();
    }
}
