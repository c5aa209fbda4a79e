package dev.countersign.facade.administer.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.facade.administer.argument.TimeText.DurationConverter;
import dev.countersign.facade.administer.argument.TimeText.InstantConverter;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimeTextTest {

    @ParameterizedTest
    @CsvSource({"30d, PT720H", "12h, PT12H", "90m, PT1H30M", "1d, PT24H"})
    void readsHowLong(String text, Duration duration) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0d", "-1d", "1", "d", "1w", "1.5d", "9999999d", "1 d"})
    void refusesWhatIsNoLength(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new DurationConverter().convert(text))
                .withMessageContaining("30d");
    }

    @ParameterizedTest
    @CsvSource({
        "2027-01-31T12:00:00Z, 2027-01-31T12:00:00Z",
        "2027-01-31T12:00:00.5+02:00, 2027-01-31T10:00:00.500Z",
        "2027-01-31, 2027-01-31T00:00:00Z"
    })
    void readsWhen(String text, Instant at) {
        assertThat(new InstantConverter().convert(text)).isEqualTo(at);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tomorrow", "2027-02-29", "2027-01-31T12:00:00", "31.1.2027"})
    void refusesWhatIsNoTime(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new InstantConverter().convert(text))
                .withMessageContaining("2027-01-31");
    }
}
