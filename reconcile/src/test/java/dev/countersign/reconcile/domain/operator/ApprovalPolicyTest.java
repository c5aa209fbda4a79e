package dev.countersign.reconcile.domain.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.breaks.Severity;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ApprovalPolicyTest {

    private static final ApprovalPolicy OF_THE_PRODUCT =
            new ApprovalPolicy(
                    Duration.ofDays(2),
                    new ResolutionPolicy(Severity.HIGH, Map.of("EUR", 5_000L, "USD", 900_000L)),
                    Set.of(OperatorRole.FINANCE));

    @Test
    void isAsStrictAsEitherInEachRespect() {
        ApprovalPolicy own =
                new ApprovalPolicy(
                        Duration.ofHours(1),
                        new ResolutionPolicy(
                                Severity.LOW, Map.of("EUR", 6_000L, "JPY", 7L, "KWD", 800_000L)),
                        Set.of(OperatorRole.ADMINISTRATOR));
        ApprovalPolicy strictest =
                new ApprovalPolicy(
                        Duration.ofDays(2),
                        new ResolutionPolicy(
                                Severity.LOW,
                                Map.of("EUR", 5_000L, "USD", 100_000L, "JPY", 7L, "KWD", 100_000L)),
                        Set.of(OperatorRole.FINANCE, OperatorRole.ADMINISTRATOR));

        assertThat(OF_THE_PRODUCT.strictest(own)).isEqualTo(strictest);
        assertThat(own.strictest(OF_THE_PRODUCT)).isEqualTo(strictest);
    }

    @Test
    void isNotLoosenedByLooserOnes() {
        ApprovalPolicy loose =
                new ApprovalPolicy(
                        Duration.ZERO,
                        new ResolutionPolicy(
                                Severity.CRITICAL, Map.of("EUR", 1_000_000L, "USD", 1_000_000L)),
                        Set.of());

        assertThat(loose.strictest(OF_THE_PRODUCT)).isEqualTo(OF_THE_PRODUCT);
    }
}
