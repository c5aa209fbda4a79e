package dev.countersign.ingest.feed.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import dev.countersign.reconcile.store.feed.FeedPositionStore;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** The offsets that an owner commits to the broker as answered. */
class OwnerOffsetsTest {

    private static final Map<TopicPartition, OffsetAndMetadata> ANSWERED =
            Map.of(new TopicPartition(Topics.FEED, 3), new OffsetAndMetadata(12));

    private final OwnerOffsets offsets =
            new OwnerOffsets(positionsThatNobodyLooksUp(), deleted -> {});

    @Test
    void isCommittedOnce() {
        assertThat(offsets.hasUncommitted()).isFalse();
        offsets.answered(List.of(new OffsetRange(3, 7, 12)));
        assertThat(offsets.hasUncommitted()).isTrue();

        assertThat(offsets.offsetsToCommit()).isEqualTo(ANSWERED);

        assertThat(offsets.hasUncommitted()).isFalse();
    }

    @Test
    void isCommittedAgainWhenTheBrokerDidNotTakeIt() {
        offsets.answered(List.of(new OffsetRange(3, 7, 12)));
        offsets.offsetsToCommit();

        offsets.commitFailed();

        assertThat(offsets.hasUncommitted()).isTrue();
        assertThat(offsets.offsetsToCommit()).isEqualTo(ANSWERED);
    }

    @Test
    void isNotCommittedAgainByAnOwnerWhosePartitionsWentMeanwhile() {
        offsets.answered(List.of(new OffsetRange(3, 7, 12)));
        offsets.offsetsToCommit();
        offsets.forgetAnswered();

        offsets.commitFailed();

        assertThat(offsets.hasUncommitted()).isFalse();
    }

    private static FeedPositions positionsThatNobodyLooksUp() {
        Jdbi jdbi =
                Jdbi.create(
                        () -> {
                            throw new SQLException("nobody looks here");
                        });
        return new FeedPositions(new Database(jdbi), new FeedPositionStore(), Topics.FEED);
    }
}
