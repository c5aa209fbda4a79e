package dev.countersign.reconcile.domain.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResolutionPolicyTest {

    @ParameterizedTest
    @CsvSource({
        "MEDIUM,   100000,               EUR, false",
        "MEDIUM,   100001,               EUR, true",
        "MEDIUM,  -100001,               EUR, true",
        "MEDIUM,   100000,               JPY, false",
        "MEDIUM,   100001,               JPY, true",
        "LOW,      100000,               KWD, false",
        "LOW,      100001,               KWD, true",
        "HIGH,     1,                    EUR, true",
        "CRITICAL, 0,                    ,    true",
        "INFO,     0,                    ,    false",
        "LOW,      -9223372036854775808, EUR, true",
    })
    void takesTwoPersonsForWhatIsSevereOrAbove100000MinorUnits(
            Severity severity, long minor, String currency, boolean two) {
        assertThat(ResolutionPolicy.DEFAULT.needsApproval(severity, minor, currency))
                .isEqualTo(two);
    }

    @ParameterizedTest
    @CsvSource({
        "HIGH, 100, EUR, false",
        "HIGH, 101, EUR, true",
        "HIGH, 101, USD, false",
        "CRITICAL, 1, EUR, true"
    })
    void takesTheSeverityAndTheAmountsThatAreSet(
            Severity severity, long minor, String currency, boolean two) {
        ResolutionPolicy set = new ResolutionPolicy(Severity.CRITICAL, Map.of("EUR", 100L));

        assertThat(set.needsApproval(severity, minor, currency)).isEqualTo(two);
    }
}
