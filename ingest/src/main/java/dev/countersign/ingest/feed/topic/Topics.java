package dev.countersign.ingest.feed.topic;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Utils;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Names of the topics and consumer groups that this installation has on its broker. All code takes
 * them from here, so that each has the prefix.
 *
 * @param prefix text before the names of all topics and consumer groups, such as eu. with its dot,
 *     so that several installations share one Kafka; letters, digits, dots, underscores and
 *     hyphens, 100 at most. Every process and command of an installation has the same; never change
 *     it later, because other topics would be read
 */
@ConfigurationProperties(prefix = Topics.SETTINGS, ignoreUnknownFields = false)
public record Topics(@DefaultValue("") String prefix) {

    /** The prefix of the settings of topics. */
    public static final String SETTINGS = "countersign.topics";

    /** The names as they are without a prefix, on which those outside rely. */
    public static final String FEED = "issuing.feed.v1";

    public static final String DECISIONS = "issuing.decisions.v1";
    public static final String EVENTS = "issuing.events.v1";
    public static final String DEAD_LETTERS = "issuing.feed.dlt.v1";
    public static final String AUDIT = "issuing.audit.v1";
    public static final String DECISION_GROUP = "countersign.decisions";

    private static final String NIGHT_PARTITIONS = "countersign.night.partitions.v1";
    private static final String QUARANTINE_GROUP = "countersign.quarantine";
    private static final String NIGHT_GROUP = "countersign.night";

    private static final int LENGTH_MAX = 100;
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{0," + LENGTH_MAX + "}");

    /** Names without a prefix, for tests; the product has those that are set. */
    public static final Topics UNPREFIXED = new Topics("");

    public Topics {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    SETTINGS
                            + ".prefix must be letters, digits, dots, underscores and hyphens, "
                            + LENGTH_MAX
                            + " at most");
        }
    }

    /** The partition, of so many, in which Kafka's own producer puts what has this key. */
    public static int partition(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    /** Messages of the networks. */
    public String feed() {
        return prefix + FEED;
    }

    /** Answers to requests. */
    public String decisions() {
        return prefix + DECISIONS;
    }

    /** Changes of state. */
    public String events() {
        return prefix + EVENTS;
    }

    /** Messages that could not be read. */
    public String deadLetters() {
        return prefix + DEAD_LETTERS;
    }

    /** Checkpoints of the audit trail, in one partition and kept without limit. */
    public String audit() {
        return prefix + AUDIT;
    }

    /** Requests to work on a partition of a night. */
    public String nightPartitions() {
        return prefix + NIGHT_PARTITIONS;
    }

    /** The group that shares the partitions of the feed. */
    public String decisionGroup() {
        return prefix + DECISION_GROUP;
    }

    /** The group that keeps the dead letters. */
    public String quarantineGroup() {
        return prefix + QUARANTINE_GROUP;
    }

    /** The group that works on partitions of nights. */
    public String nightGroup() {
        return prefix + NIGHT_GROUP;
    }
}
