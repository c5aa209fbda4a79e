package dev.countersign.facade.launch.health;

import dev.countersign.facade.console.now.FeedLag;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.feed.FeedPositionStore;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.jdbi.v3.core.Handle;

/** Gauge of how far the book is behind the broker. */
public final class ConsumerLagGauge implements FeedLag {

    private static final int SECONDS_MAX = 2;

    private final Admin broker;
    private final Database database;
    private final FeedService feed;
    private final FeedPositionStore positions = new FeedPositionStore();

    public ConsumerLagGauge(Admin broker, Database database, FeedService feed) {
        this.broker = broker;
        this.database = database;
        this.feed = feed;
    }

    @Override
    public Set<Integer> owned() {
        return feed.owned();
    }

    @Override
    public OptionalLong messages() {
        try {
            Map<TopicPartition, ListOffsetsResultInfo> ends =
                    broker.listOffsets(
                                    partitions().stream()
                                            .collect(
                                                    Collectors.toMap(
                                                            each -> each,
                                                            each -> OffsetSpec.latest())))
                            .all()
                            .get(SECONDS_MAX, TimeUnit.SECONDS);
            return OptionalLong.of(database.read(handle -> behind(handle, ends)));
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
                broker.describeTopics(List.of(Topics.FEED))
                        .allTopicNames()
                        .get(SECONDS_MAX, TimeUnit.SECONDS)
                        .get(Topics.FEED);
        if (feed == null) {
            return List.of();
        }
        return feed.partitions().stream()
                .map(each -> new TopicPartition(Topics.FEED, each.partition()))
                .toList();
    }

    private long behind(Handle handle, Map<TopicPartition, ListOffsetsResultInfo> ends) {
        long sum = 0;
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end : ends.entrySet()) {
            long decided =
                    positions
                            .find(handle, Topics.FEED, end.getKey().partition())
                            .orElse(end.getValue().offset());
            sum += Math.max(0, end.getValue().offset() - decided);
        }
        return sum;
    }
}
