package dev.countersign.facade.launch.health;

import dev.countersign.facade.console.now.FeedLag;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.reconcile.service.feed.FeedRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Gauge of how far the book is behind the broker.
 *
 * @param topic name of the topic of the feed
 * @param feed null in a process that does not decide
 */
public record ConsumerLagGauge(
        String topic, Admin broker, FeedRecord record, @Nullable FeedService feed)
        implements FeedLag {

    private static final int SECONDS_MAX = 2;

    @Override
    public Optional<Set<Integer>> owned() {
        return Optional.ofNullable(feed).map(FeedService::owned);
    }

    @Override
    public OptionalLong messages() {
        try {
            Map<Integer, Long> ends = new HashMap<>();
            broker.listOffsets(
                            partitions().stream()
                                    .collect(
                                            Collectors.toMap(
                                                    each -> each, each -> OffsetSpec.latest())))
                    .all()
                    .get(SECONDS_MAX, TimeUnit.SECONDS)
                    .forEach((each, end) -> ends.put(each.partition(), end.offset()));
            return OptionalLong.of(record.lag(topic, ends));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        } catch (ExecutionException | TimeoutException e) {
            return OptionalLong.empty();
        }
    }

    private List<TopicPartition> partitions()
            throws InterruptedException, ExecutionException, TimeoutException {
        TopicDescription feed =
                broker.describeTopics(List.of(topic))
                        .allTopicNames()
                        .get(SECONDS_MAX, TimeUnit.SECONDS)
                        .get(topic);
        if (feed == null) {
            return List.of();
        }
        return feed.partitions().stream()
                .map(each -> new TopicPartition(topic, each.partition()))
                .toList();
    }
}
