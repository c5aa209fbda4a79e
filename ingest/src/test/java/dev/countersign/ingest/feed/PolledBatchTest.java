package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.feed.PolledBatch.Run;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolledBatchTest {

    /** Partition 0 was decided to 10 and partition 3 to 7; offsets 12 and 8 hold no record. */
    private static final PolledBatch POLLED =
            new PolledBatch(List.of(run(0, 10, 10, 11, 13), run(3, 7, 9, 10)));

    @ParameterizedTest(name = "after the first {0} of each")
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            textBlock =
                    """
                    1 | 0:10-11 3:7-10 | 0:11-14 3:10-11
                    2 | 0:10-12 3:7-11 | 0:12-14
                    3 | 0:10-14 3:7-11 | none
                    9 | 0:10-14 3:7-11 | none
                    """)
    void isPartedWithoutAGapOrATwofoldRecord(int ofEach, String first, String rest) {
        assertThat(text(POLLED.first(ofEach))).isEqualTo(first);
        assertThat(text(POLLED.after(ofEach))).isEqualTo(rest == null ? "" : rest);
        List<Long> parted = new ArrayList<>(offsets(POLLED.first(ofEach)));
        parted.addAll(offsets(POLLED.after(ofEach)));
        assertThat(parted).containsExactlyInAnyOrderElementsOf(offsets(POLLED));
    }

    private static Run run(int partition, long from, long... offsets) {
        return new Run(
                partition,
                from,
                Arrays.stream(offsets)
                        .mapToObj(
                                offset ->
                                        new ConsumerRecord<>(
                                                "feed",
                                                partition,
                                                offset,
                                                new byte[0],
                                                new byte[0]))
                        .toList());
    }

    private static String text(PolledBatch batch) {
        return String.join(
                " ",
                batch.offsetRanges().stream()
                        .map(
                                (OffsetRange each) ->
                                        each.partition() + ":" + each.from() + "-" + each.to())
                        .toList());
    }

    private static List<Long> offsets(PolledBatch batch) {
        return batch.records().stream().map(ConsumerRecord::offset).toList();
    }
}
