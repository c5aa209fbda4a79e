package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.feed.Portion.Run;
import dev.countersign.reconcile.service.FeedBatch.Stretch;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortionTest {

    /** Partition 0 was decided to 10 and partition 3 to 7; offsets 12 and 8 hold no record. */
    private static final Portion POLLED =
            new Portion(List.of(run(0, 10, 10, 11, 13), run(3, 7, 9, 10)));

    @ParameterizedTest(name = "after the first {0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            textBlock =
                    """
                    1 | 0:10-11         | 0:11-14 3:7-11
                    2 | 0:10-12         | 0:12-14 3:7-11
                    3 | 0:10-14         | 3:7-11
                    4 | 0:10-14 3:7-10  | 3:10-11
                    5 | 0:10-14 3:7-11  | none
                    9 | 0:10-14 3:7-11  | none
                    """)
    void isPartedWithoutAGapOrATwofoldRecord(int count, String first, String rest) {
        assertThat(text(POLLED.first(count))).isEqualTo(first);
        assertThat(text(POLLED.after(count))).isEqualTo(rest == null ? "" : rest);
        assertThat(POLLED.first(count).size()).isEqualTo(Math.min(count, 5));
        assertThat(POLLED.first(count).size() + POLLED.after(count).size()).isEqualTo(5);
        assertThat(offsets(POLLED.first(count)) + offsets(POLLED.after(count)))
                .isEqualTo("10 11 13 9 10 ");
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

    private static String text(Portion portion) {
        return String.join(
                " ",
                portion.stretches().stream()
                        .map(
                                (Stretch each) ->
                                        each.partition() + ":" + each.from() + "-" + each.to())
                        .toList());
    }

    private static String offsets(Portion portion) {
        StringBuilder text = new StringBuilder();
        portion.records().forEach(each -> text.append(each.offset()).append(' '));
        return text.toString();
    }
}
