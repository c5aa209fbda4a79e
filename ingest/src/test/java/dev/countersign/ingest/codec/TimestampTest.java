package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A timestamp")
class TimestampTest {

    @ParameterizedTest(name = "{0}")
    @DisplayName("is what the general parser makes of it")
    @ValueSource(
            strings = {
                "2026-11-21T10:15:30Z",
                "2026-11-21T10:15:30.Z",
                "2026-11-21T10:15:30.1Z",
                "2026-11-21T10:15:30.123456Z",
                "2026-11-21T10:15:30.123456789Z",
                "2028-02-29T23:59:59.999999Z",
                "1969-12-31T23:59:59.5Z",
                "0000-01-01T00:00:00Z",
                "2026-11-21T24:00:00Z",
                "2016-12-31T23:59:60Z",
                "2026-11-21T10:15:30+01:00",
                "2026-11-21t10:15:30z",
                "+12026-11-21T10:15:30Z"
            })
    void isWhatTheGeneralParserMakesOfIt(String text) {
        assertThat(Timestamp.parse(text)).isEqualTo(Instant.parse(text));
    }

    @Test
    @DisplayName("is, of any time, what the general parser makes of it")
    void isOfAnyTimeWhatTheGeneralParserMakesOfIt() {
        long seed = Long.getLong("test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            Instant at =
                    Instant.ofEpochSecond(
                            random.nextLong(-30_000_000_000L, 200_000_000_000L),
                            random.nextInt(1_000_000_000));
            assertThat(Timestamp.parse(at.toString())).as("seed %d", seed).isEqualTo(at);
        }
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("is none")
    @ValueSource(
            strings = {
                "",
                "Z",
                "2026-11-21",
                "2026-11-21T10:15:30",
                "2026-11-21T10:15:30.1234567890Z",
                "2026-11-21T10:15:30.12x4Z",
                "2026-11-21T10:15:30,5Z",
                "2026-02-29T10:15:30Z",
                "2026-13-01T10:15:30Z",
                "2026-11-21T25:00:00Z",
                "2026-11-21T10:60:00Z",
                "2026-11-21T10:15:61Z",
                "2026-11-21 10:15:30Z",
                "\u0662026-11-21T10:15:30Z",
                "2026-11-2\u0661T10:15:30Z"
            })
    void isNone(String text) {
        assertThatThrownBy(() -> Timestamp.parse(text)).isInstanceOf(DateTimeException.class);
    }
}
