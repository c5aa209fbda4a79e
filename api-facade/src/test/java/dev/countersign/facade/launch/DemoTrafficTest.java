package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoTrafficTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"2026-11-25T00:00:00Z", "2026-11-25T13:20:00Z", "2026-11-25T23:59:59.999Z"})
    void hasThreeWholeDaysOfHistoryWheneverItStarts(String now) {
        assertThat(DemoTraffic.beginOfHistory(Instant.parse(now)))
                .isEqualTo(Instant.parse("2026-11-22T00:00:00Z"));
    }
}
