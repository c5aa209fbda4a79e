package dev.countersign.facade.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** An issuer's settings for acts that take two operators. */
class ApprovalPropertiesTest {

    @Test
    void areTheUsualRulesWhereNothingIsSet() {
        ApprovalProperties usual = properties(Map.of());

        assertThat(usual.policy(Set.of())).isEqualTo(ApprovalPolicy.DEFAULT);
    }

    @Test
    void changeWhatIsSet() {
        ApprovalProperties set =
                properties(
                        Map.of(
                                "countersign.approvals.independence", "7d",
                                "countersign.approvals.resolve-together-from", "medium",
                                "countersign.approvals.resolve-alone-max.eur", "5000"));

        assertThat(set.policy(Set.of(OperatorRole.FINANCE)))
                .isEqualTo(
                        new ApprovalPolicy(
                                Duration.ofDays(7),
                                new ResolutionPolicy(Severity.MEDIUM, Map.of("EUR", 5_000L)),
                                Set.of(OperatorRole.FINANCE)));
    }

    @ParameterizedTest
    @CsvSource({
        "independence,          -1h, independence is 0 to 365 days",
        "resolve-alone-max.EUR, -1,  resolve-alone-max.EUR is not an amount of a currency",
        "resolve-alone-max.XYZ, 1,   resolve-alone-max.XYZ is not an amount of a currency",
    })
    void refuseWhatMakesNoSense(String name, String value, String why) {
        assertThatThrownBy(() -> properties(Map.of("countersign.approvals." + name, value)))
                .rootCause()
                .hasMessage("countersign.approvals." + why);
    }

    private static ApprovalProperties properties(Map<String, String> set) {
        return new Binder(new MapConfigurationPropertySource(set))
                .bindOrCreate("countersign.approvals", ApprovalProperties.class);
    }
}
