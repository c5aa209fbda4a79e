package dev.countersign.facade.console.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditedPasskeysTest {

    @Test
    void haveNamesWithoutCardNumbers() {
        assertThat(AuditedPasskeys.sound("Laptop")).isEqualTo("Laptop");
        assertThat(AuditedPasskeys.sound("of 4000 0012 3456 7899"))
                .isEqualTo("of **** **** **** 7899");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000", "a\nb", "a\u202eb", "a\ud83d"})
    void haveNoNamesThatNoReportCanCarry(String label) {
        assertThatIllegalArgumentException().isThrownBy(() -> AuditedPasskeys.sound(label));
    }
}
