package dev.countersign.facade.launch.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class DatabasePropertiesTest {

    private static final String PREFIX = "countersign.database";

    @Test
    void givesEachKindOfSessionItsLimitsByDefault() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new DatabaseProperties(
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(15),
                                Duration.ofSeconds(30)));
    }

    @Test
    void takesOthers() {
        assertThat(
                        bind(
                                Map.of(
                                        PREFIX + ".interface-statement-max", "1s",
                                        PREFIX + ".interface-lock-max", "100ms",
                                        PREFIX + ".stream-statement-max", "2m",
                                        PREFIX + ".stream-lock-max", "1h",
                                        PREFIX + ".idle-in-transaction-max", "12s",
                                        PREFIX + ".peer-max", "1s")))
                .isEqualTo(
                        new DatabaseProperties(
                                Duration.ofSeconds(1),
                                Duration.ofMillis(100),
                                Duration.ofMinutes(2),
                                Duration.ofHours(1),
                                Duration.ofSeconds(12),
                                Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @CsvSource({
        "interface-statement-max, 0s, 100ms",
        "interface-lock-max, 99ms, 100ms",
        "stream-statement-max, 61m, 100ms",
        "stream-lock-max, -1s, 100ms",
        "idle-in-transaction-max, 11s, 12s",
        "peer-max, 500ms, 1s"
    })
    void refusesWhatWouldEndHealthyWorkOrNothing(String name, String value, String least) {
        assertThatThrownBy(() -> bind(Map.of(PREFIX + "." + name, value)))
                .hasRootCauseMessage(PREFIX + "." + name + " is " + least + " to 1h");
    }

    private static DatabaseProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate(PREFIX, DatabaseProperties.class);
    }
}
