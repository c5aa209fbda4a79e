package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.service.Outages;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;

/** The feed keeps the network's messages as they came, for a stated time. */
class TopicSetupIT {

    private static final IngestProperties PROPERTIES =
            new IngestProperties(
                    1,
                    2,
                    (short) 1,
                    Duration.ofHours(36),
                    Duration.ofDays(90),
                    Duration.ofHours(12),
                    500,
                    1_000,
                    "topics",
                    Duration.ofSeconds(6),
                    Set.of(),
                    null,
                    false,
                    false,
                    Set.of(),
                    Map.of(),
                    false);

    @Test
    void makesTheTopicsWithTheRetentionThatIsSet() throws Exception {
        new FeedTopics(TestKafka.clientFile(), 2).recreate();
        try (Admin admin = TestKafka.admin()) {
            admin.deleteTopics(
                            List.of(
                                    Topics.FEED,
                                    Topics.DECISIONS,
                                    Topics.DEAD_LETTERS,
                                    Topics.EVENTS))
                    .all()
                    .get();
            TopicSetup setup =
                    new TopicSetup(
                            TestKafka.clientSettings(),
                            Topics.UNPREFIXED,
                            PROPERTIES,
                            Outages.UNREPORTED);

            assertThat(setup.create(admin)).isTrue();

            assertThat(setting(admin, Topics.FEED, TopicConfig.RETENTION_MS_CONFIG))
                    .isEqualTo("129600000");
            assertThat(setting(admin, Topics.FEED, TopicConfig.SEGMENT_MS_CONFIG))
                    .isEqualTo("86400000");
            assertThat(setting(admin, Topics.DECISIONS, TopicConfig.RETENTION_MS_CONFIG))
                    .isEqualTo("7776000000");
            assertThat(setting(admin, Topics.DEAD_LETTERS, TopicConfig.RETENTION_MS_CONFIG))
                    .isEqualTo("43200000");
            assertThat(setting(admin, Topics.DEAD_LETTERS, TopicConfig.SEGMENT_MS_CONFIG))
                    .isEqualTo("43200000");
            assertThat(setting(admin, Topics.EVENTS, TopicConfig.RETENTION_MS_CONFIG))
                    .isEqualTo("-1");
            assertThat(setting(admin, Topics.EVENTS, TopicConfig.COMPRESSION_TYPE_CONFIG))
                    .isEqualTo("lz4");
        }
    }

    private static String setting(Admin admin, String topic, String name) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
        return config.get(name).value();
    }
}
