package dev.countersign.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A way to run Kafka Streams. Which is the fastest depends on the machine and the book, so they run
 * against each other first.
 *
 * @param inMemory whether what cards spent is in the heap, and not in RocksDB
 * @param commitMs from one commit to the next
 * @param threads that decide
 */
public record StreamsForm(boolean inMemory, int commitMs, int threads) {

    private static final List<Integer> COMMITS_MS = List.of(100, 1_000);

    /** The form for an early answer. */
    public static final StreamsForm EAGER = new StreamsForm(true, 20, 2);

    /** The form that is mostly the fastest with one partition. */
    public static StreamsForm usual(int partitions) {
        return new StreamsForm(true, 1_000, partitions);
    }

    /** All that may be the fastest: a thread more than there are partitions would have no work. */
    public static List<StreamsForm> candidates(int partitions) {
        List<StreamsForm> all = new ArrayList<>();
        for (int threads = 1; threads <= Math.min(2, partitions); threads++) {
            for (int commitMs : COMMITS_MS) {
                all.add(new StreamsForm(true, commitMs, threads));
                all.add(new StreamsForm(false, commitMs, threads));
            }
        }
        return all;
    }

    /** Returns the arguments of its process. */
    public List<String> words() {
        return List.of(
                Boolean.toString(inMemory), Integer.toString(commitMs), Integer.toString(threads));
    }

    static StreamsForm read(List<String> words) {
        return new StreamsForm(
                Boolean.parseBoolean(words.get(0)),
                Integer.parseInt(words.get(1)),
                Integer.parseInt(words.get(2)));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, commit every %d ms, %d thread(s)",
                inMemory ? "state in memory" : "state in RocksDB",
                commitMs,
                threads);
    }
}
