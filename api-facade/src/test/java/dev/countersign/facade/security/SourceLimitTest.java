package dev.countersign.facade.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class SourceLimitTest {

    private final SourceLimit limit = new SourceLimit(Set.of("/begin"), 3);

    @Test
    void boundsOneAddressAndNoOther() {
        for (int i = 0; i < 3; i++) {
            assertThat(limit.secondsToWait("192.0.2.1")).isZero();
        }

        assertThat(limit.secondsToWait("192.0.2.1")).isBetween(1L, 20L);
        assertThat(limit.secondsToWait("192.0.2.2")).isZero();
    }
}
