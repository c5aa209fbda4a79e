package dev.countersign.ingest.feed;

import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Some of what a poll gave: a run of records of each of some partitions. */
record PolledBatch(List<Run> runs) {

    PolledBatch {
        runs = List.copyOf(runs);
    }

    /**
     * Records of one partition, in their order.
     *
     * @param from the offset from which on they are all that there is; the first may come later
     */
    record Run(int partition, long from, List<ConsumerRecord<byte[], byte[]>> records) {

        private OffsetRange range() {
            return new OffsetRange(partition, from, records.getLast().offset() + 1);
        }

        private Run first(int count) {
            return new Run(partition, from, records.subList(0, Math.min(count, records.size())));
        }

        private Run after(int count) {
            return new Run(
                    partition,
                    records.get(count - 1).offset() + 1,
                    records.subList(count, records.size()));
        }
    }

    List<ConsumerRecord<byte[], byte[]>> records() {
        return runs.stream().flatMap(run -> run.records().stream()).toList();
    }

    List<OffsetRange> offsetRanges() {
        return runs.stream().map(Run::range).toList();
    }

    int size() {
        return runs.stream().mapToInt(run -> run.records().size()).sum();
    }

    /** The first records of each partition. */
    PolledBatch first(int ofEach) {
        return new PolledBatch(runs.stream().map(run -> run.first(ofEach)).toList());
    }

    /** The first record of the first partition. */
    PolledBatch alone() {
        return new PolledBatch(List.of(runs.getFirst().first(1)));
    }

    /** Returns the batch that remains after the first record of the first partition. */
    PolledBatch afterAlone() {
        PolledBatch rest = new PolledBatch(runs.subList(0, 1)).after(1);
        return new PolledBatch(Stream.concat(rest.runs().stream(), runs.stream().skip(1)).toList());
    }

    /** Returns the batch that remains after the first records of each partition. */
    PolledBatch after(int ofEach) {
        return new PolledBatch(
                runs.stream()
                        .filter(run -> run.records().size() > ofEach)
                        .map(run -> run.after(ofEach))
                        .toList());
    }
}
