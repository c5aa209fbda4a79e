package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.countersign.facade.launch.night.settings.ClearingProperties;
import dev.countersign.facade.launch.night.settings.DisputeProperties;
import dev.countersign.facade.launch.night.settings.NightProperties;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.ingest.feed.IngestProperties;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.yaml.snakeyaml.Yaml;

/** A wrong setting is answered by a sentence that names it. */
class StartupFailureTest {

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "owners | 0 | countersign.ingest.owners must be 1 to 64.",
                "owners | many | The setting countersign.ingest.owners says 'many', which is not a value it can have: it takes a whole number.",
                "warm-up | maybe | The setting countersign.ingest.warm-up says 'maybe', which is not a value it can have: it takes true or false.",
                "decision-max-age | soon | The setting countersign.ingest.decision-max-age says 'soon', which is not a value it can have: it takes a duration such as 30s or 5m.",
                "hold-days.visa | 0 | countersign.ingest.hold-days.visa must be 1 to 120.",
                "hold-days.visa | long | The setting countersign.ingest.hold-days.visa says 'long', which is not a value it can have: it takes a whole number.",
                "hold-days.visa-onlin | 7 | What the setting countersign.ingest.hold-days says is not a value it can have: it is set for visa, visa-online, mastercard, preauthorized, transit, fuel-pump.",
                "ownres | 3 | There is no setting countersign.ingest.ownres: did you mean countersign.ingest.owners? All settings are in api-facade/docs/settings.md.",
                "speed | 3 | There is no setting countersign.ingest.speed. All settings are in api-facade/docs/settings.md.",
            })
    void namesTheSettingThatIsWrong(String name, String value, String sentence) {
        assertThat(sentence(wrong(IngestProperties.class, "countersign.ingest", name, value)))
                .isEqualTo(sentence);
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "at | 25:99 | The setting countersign.night.at says '25:99', which is not a value it can have: it takes a time of day such as 02:00.",
                "workers | 0 | countersign.night.workers has to be 1 to 8.",
                "statement-max | 30s | countersign.night.statement-max has to be 1m to 24h.",
                "modes | none | The setting countersign.night.modes says 'none', which is not a value it can have: it takes live, sandbox.",
            })
    void saysWhatASettingOfTheNightTakes(String name, String value, String sentence) {
        assertThat(sentence(wrong(NightProperties.class, "countersign.night", name, value)))
                .isEqualTo(sentence);
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "tip-percent.visa | 120 | countersign.clearing: what clears above an authorization is 0 to 100 percent of it.",
                "pump-ceiling.XAU | 1 | countersign.clearing.pump-ceiling: XAU is not a currency with minor units.",
            })
    void saysWhatCeilingsCanBe(String name, String value, String sentence) {
        assertThat(sentence(wrong(ClearingProperties.class, "countersign.clearing", name, value)))
                .isEqualTo(sentence);
    }

    /** By the names that the interface has for them. */
    @Test
    void saysForWhichReasonsDisputesAreSet() {
        assertThat(
                        sentence(
                                wrong(
                                        DisputeProperties.class,
                                        "countersign.disputes",
                                        "modes.nonsense",
                                        "open")))
                .contains("goods_not_received");
    }

    @Test
    void saysWhereAFileOfSettingsCannotBeRead() {
        Throwable failure =
                catchThrowable(() -> new Yaml().<Object>load("countersign:\n  night: [at"));

        assertThat(sentence((RuntimeException) failure))
                .startsWith("A file of settings cannot be read: ")
                .contains("line 2");
    }

    @Test
    void saysWhatKafkaRefuses() {
        var failure = new KafkaException("no client", new ConfigException("Invalid url: nonsense"));

        assertThat(sentence(failure))
                .isEqualTo("A setting of Kafka is wrong: Invalid url: nonsense.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo",
                "postgres://host/name",
                "jdbc:mysql://host/name",
                "jdbc:postgresql://host:99999/name",
                ""
            })
    void wantsTheAddressOfAPostgres(String address) {
        StartupRefusedException refused =
                catchThrowableOfType(
                        StartupRefusedException.class,
                        () -> DatabaseOption.source(address, "spring.datasource.url"));

        assertThat(refused.sentence())
                .isEqualTo(
                        "spring.datasource.url does not name a database: it must read as in"
                                + " jdbc:postgresql://host:5432/name, and its port is 1 to 65535.");
    }

    @Test
    void namesASettingOfTheWebServerThatIsNoNumber() {
        var failure =
                new IllegalStateException(
                        new InvalidConfigurationPropertyValueException(
                                "server.port", "abc", "it is not a number"));

        assertThat(sentence(failure))
                .isEqualTo("The setting server.port says 'abc', which is not a value it can have.");
    }

    private static RuntimeException wrong(Class<?> type, String prefix, String name, String value) {
        var settings = new MapConfigurationPropertySource(Map.of(prefix + "." + name, value));
        return catchThrowableOfType(
                RuntimeException.class,
                () ->
                        new Binder(settings)
                                .bind(
                                        prefix,
                                        Bindable.of(type),
                                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT)));
    }

    private static String sentence(RuntimeException failure) {
        RuntimeException explained = StartupFailure.explain(failure);
        assertThat(explained).isInstanceOf(StartupRefusedException.class);
        return ((StartupRefusedException) explained).sentence();
    }
}
