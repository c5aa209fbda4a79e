package dev.countersign.facade.administer.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Required text must have words in it. */
class NonBlankTextTest {

    @Test
    void isWhatIsSaidWithoutTheBlanksAroundIt() {
        assertThat(new NonBlankText().convert(" the merchant answered "))
                .isEqualTo("the merchant answered");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void isNotNothing(String blank) {
        assertThatThrownBy(() -> new NonBlankText().convert(blank))
                .isInstanceOf(TypeConversionException.class);
    }
}
