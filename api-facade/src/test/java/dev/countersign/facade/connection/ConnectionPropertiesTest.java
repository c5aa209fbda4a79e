package dev.countersign.facade.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ConnectionPropertiesTest {

    private static final String PREFIX = "countersign.connections";

    @Test
    void hasDefaults() {
        ConnectionProperties defaults =
                new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate(PREFIX, ConnectionProperties.class);

        assertThat(defaults)
                .isEqualTo(
                        new ConnectionProperties(
                                4096,
                                256,
                                List.of("127.0.0.0/8", "::1"),
                                Duration.ofSeconds(10),
                                16_384));
    }

    @Test
    void isReadFromItsSettings() {
        ConnectionProperties read =
                new Binder(
                                new MapConfigurationPropertySource(
                                        Map.of(
                                                PREFIX + ".max", "100",
                                                PREFIX + ".per-source", "7",
                                                PREFIX + ".unlimited-sources", "10.0.0.0/8",
                                                PREFIX + ".patience", "3s",
                                                PREFIX + ".bytes-per-second-min", "1000")))
                        .bind(PREFIX, ConnectionProperties.class)
                        .get();

        assertThat(read)
                .isEqualTo(
                        new ConnectionProperties(
                                100, 7, List.of("10.0.0.0/8"), Duration.ofSeconds(3), 1_000));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 127.0.0.1, 1, 1",
        "1, 0, 127.0.0.1, 1, 1",
        "1, 1, everybody, 1, 1",
        "1, 1, 10.0.0.0/99, 1, 1",
        "1, 1, 127.0.0.1, 0, 1",
        "1, 1, 127.0.0.1, 1, 0"
    })
    void refusesWhatMakesNoSense(int max, int perSource, String source, int patience, int rate) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new ConnectionProperties(
                                        max,
                                        perSource,
                                        List.of(source),
                                        Duration.ofSeconds(patience),
                                        rate))
                .withMessageContaining("countersign.connections.");
    }
}
