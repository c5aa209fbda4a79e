package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.id.CardId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Cards whose messages come to some partitions. */
class PartitionCardsTest {

    @Test
    void areThoseThatTheProducerSendsThere() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        PartitionCards share =
                PartitionCards.of(
                        List.of(
                                new TopicPartition(Topics.FEED, 1),
                                new TopicPartition(Topics.FEED, 6)),
                        8);

        for (int i = 0; i < 1_000; i++) {
            CardId card = new CardId(new UUID(random.nextLong(), random.nextLong()));
            int partition =
                    BuiltInPartitioner.partitionForKey(
                            card.toString().getBytes(StandardCharsets.UTF_8), 8);
            assertThat(share.holds(card)).isEqualTo(partition == 1 || partition == 6);
        }
    }

    @Test
    void areNoneWhereNothingIsOwned() {
        assertThat(PartitionCards.NONE.holds(new CardId(new UUID(1, 1)))).isFalse();
    }
}
