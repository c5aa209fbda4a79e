package dev.countersign.ingest.feed;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.id.CardId;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * The cards whose messages come to some partitions, if keys are spread as Kafka's own producer
 * spreads them. A feed that spreads them otherwise loses nothing: its cards are fetched when their
 * first message comes.
 *
 * @param partitions of the share
 * @param partitionCount how many partitions the topic has
 */
record PartitionCards(Set<Integer> partitions, int partitionCount) {

    static final PartitionCards NONE = new PartitionCards(Set.of(), 1);

    static PartitionCards of(Collection<TopicPartition> partitions, int of) {
        return new PartitionCards(
                partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet()), of);
    }

    boolean holds(CardId card) {
        return partitions.contains(Topics.partition(card.toString(), partitionCount));
    }
}
