package dev.countersign.ingest.feed;

import dev.countersign.reconcile.service.FeedBatch.Stretch;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Some of what a poll gave: a run of records of each of some partitions. */
record Portion(List<Run> runs) {

    Portion {
        runs = List.copyOf(runs);
    }

    /**
     * Records of one partition, in their order.
     *
     * @param from the offset from which on they are all that there is; the first may come later
     */
    record Run(int partition, long from, List<ConsumerRecord<byte[], byte[]>> records) {

        private Stretch stretch() {
            return new Stretch(partition, from, records.getLast().offset() + 1);
        }

        private Run first(int count) {
            return new Run(partition, from, records.subList(0, Math.min(count, records.size())));
        }

        private Run after(int count) {
            return count == 0
                    ? this
                    : new Run(
                            partition,
                            records.get(count - 1).offset() + 1,
                            records.subList(count, records.size()));
        }
    }

    List<ConsumerRecord<byte[], byte[]>> records() {
        return runs.stream().flatMap(run -> run.records().stream()).toList();
    }

    List<Stretch> stretches() {
        return runs.stream().map(Run::stretch).toList();
    }

    int size() {
        return runs.stream().mapToInt(run -> run.records().size()).sum();
    }

    /** The first records; all, if there are fewer. */
    Portion first(int count) {
        List<Run> taken = new ArrayList<>();
        int left = count;
        for (Run run : runs) {
            if (left > 0) {
                taken.add(run.first(left));
                left -= taken.getLast().records().size();
            }
        }
        return new Portion(taken);
    }

    /** What the first records leave. */
    Portion after(int count) {
        List<Run> rest = new ArrayList<>();
        int passed = count;
        for (Run run : runs) {
            int of = Math.min(passed, run.records().size());
            if (of < run.records().size()) {
                rest.add(run.after(of));
            }
            passed -= of;
        }
        return new Portion(rest);
    }
}
