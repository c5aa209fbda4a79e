package dev.countersign.ingest.feed.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Names on the broker, with a prefix and without. */
class TopicsTest {

    @Test
    void areThoseThatOthersRelyOnWhereNothingIsSet() {
        assertThat(names(bind(Map.of())))
                .containsExactly(
                        "issuing.feed.v1",
                        "issuing.decisions.v1",
                        "issuing.events.v1",
                        "issuing.feed.dlt.v1",
                        "issuing.audit.v1",
                        "countersign.night.partitions.v1",
                        "countersign.decisions",
                        "countersign.quarantine",
                        "countersign.night");
    }

    @Test
    void beginWithThePrefixThatIsSet() {
        List<String> without = names(Topics.UNPREFIXED);

        assertThat(names(bind(Map.of("countersign.topics.prefix", "eu."))))
                .isEqualTo(without.stream().map(name -> "eu." + name).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"eu/", "a b", "é", "eu:", " "})
    void haveNoPrefixThatABrokerRefuses(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Topics(prefix))
                .withMessage(
                        "countersign.topics.prefix must be letters, digits, dots, underscores and"
                                + " hyphens, 100 at most");
        assertThat(new Topics("a".repeat(100)).prefix()).hasSize(100);
        assertThatIllegalArgumentException().isThrownBy(() -> new Topics("a".repeat(101)));
    }

    private static List<String> names(Topics topics) {
        return List.of(
                topics.feed(),
                topics.decisions(),
                topics.events(),
                topics.deadLetters(),
                topics.audit(),
                topics.nightPartitions(),
                topics.decisionGroup(),
                topics.quarantineGroup(),
                topics.nightGroup());
    }

    private static Topics bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate(Topics.SETTINGS, Topics.class);
    }
}
