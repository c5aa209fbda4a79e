package dev.countersign.facade.launch.health;

import dev.countersign.facade.console.now.DecisionCounts;
import dev.countersign.facade.console.now.DecisionWatch;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts the decisions that are written to their topic while somebody looks. Between that it has
 * neither a thread nor a connection.
 */
public final class DecisionTail implements DecisionWatch {

    private final String topic;
    private final Map<String, Object> kafkaConfig;
    private final InstantSource clock;
    private @Nullable TailReader reader;

    /**
     * Prepares it.
     *
     * @param topic name of the topic of decisions
     * @param kafkaConfig how consumers reach the broker
     */
    public DecisionTail(String topic, Map<String, Object> kafkaConfig, InstantSource clock) {
        this.topic = topic;
        this.kafkaConfig = Map.copyOf(kafkaConfig);
        this.clock = clock;
    }

    @Override
    public synchronized void open() {
        if (reader == null) {
            TailReader opened = new TailReader(topic, kafkaConfig, clock);
            Thread.ofPlatform().daemon().name("console-decisions").start(opened);
            reader = opened;
        }
    }

    @Override
    public synchronized void close() {
        if (reader != null) {
            reader.end();
            reader = null;
        }
    }

    @Override
    public synchronized Optional<DecisionCounts> counts() {
        return reader == null ? Optional.empty() : reader.counts();
    }
}
