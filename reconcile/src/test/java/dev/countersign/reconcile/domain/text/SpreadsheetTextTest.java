package dev.countersign.reconcile.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadsheetTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=HYPERLINK(\"http://example.com\")",
                "+1",
                "-2+3",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "\n=1",
                "\uFF1D1",
                "\uFF0B1",
                "\uFF0D1",
                "\uFF201"
            })
    void isNotTakenForAFormula(String text) {
        assertThat(SpreadsheetText.harmless(text)).isEqualTo("'" + text);
    }

    @Test
    void staysAsItIsOtherwise() {
        assertThat(SpreadsheetText.harmless("")).isEmpty();
        assertThat(SpreadsheetText.harmless("SHOP = CHEAP")).isEqualTo("SHOP = CHEAP");
    }
}
