package dev.countersign.bench.course;

import org.jspecify.annotations.Nullable;

/**
 * The amount of work that is measured.
 *
 * @param bookCards of the books of real use
 * @param historyRows old transactions beside which decisions are measured
 */
public record Scale(
        Feed feed, Schedule schedule, Nights nights, Reads reads, int bookCards, int historyRows) {

    /** Ends within three minutes, not prepared and in slow hours too: to see, not to argue with. */
    public static final Scale QUICK =
            new Scale(
                    new Feed(1, 10_000, 0, 100_000, 50_000, 3),
                    new Schedule(2_000, 1, 6, 4, 1, 7),
                    new Nights(1, 10_000),
                    new Reads(20_000, 3, 15),
                    20_000,
                    200_000);

    /** The scale at which the goals are checked. */
    public static final Scale FULL =
            new Scale(
                    new Feed(5, 100_000, 1_000_000, 1_200_000, 600_000, 30),
                    new Schedule(2_000, 5, 60, 15, 5, 40),
                    new Nights(5, 1_000_000),
                    new Reads(10_000_000, 300, 60),
                    1_000_000,
                    20_000_000);

    /** The smallest that goes all the way: for tests of the benchmark itself. */
    public static final Scale TINY =
            new Scale(
                    new Feed(1, 100, 0, 20_000, 4_000, 2),
                    new Schedule(500, 1, 3, 1, 1, 6),
                    new Nights(1, 500),
                    new Reads(10_000, 3, 15),
                    1_000,
                    5_000);

    /** The same with other sizes of books and histories, where they are given. */
    public Scale with(@Nullable Integer cards, @Nullable Integer rows) {
        return new Scale(
                feed,
                schedule,
                nights,
                reads,
                cards == null ? bookCards : cards,
                rows == null ? historyRows : rows);
    }

    /**
     * Messages that wait in the feed.
     *
     * @param pairs how often contestants take turns
     * @param cards of the book
     * @param largeCards of the book that is compared with it; 0 where none is
     * @param messages that are decided, of which the first are the warm-up
     * @param warmUpMessages which are not measured; before they end the product has read ahead the
     *     large book, three cards beside each message, and compiled what it does from then on
     * @param secondsMax how long one contestant is measured at most
     */
    public record Feed(
            int pairs,
            int cards,
            int largeCards,
            int messages,
            int warmUpMessages,
            int secondsMax) {}

    /**
     * Requests that come on a schedule.
     *
     * @param rate requests a second
     * @param latencyPairs how often contestants take turns
     * @param latencySeconds how long requests come, of which {@code latencyWarmUpSeconds} are not
     *     measured
     * @param recoveryPairs how often each contestant is killed
     * @param recoverySeconds how long requests come around that
     */
    public record Schedule(
            int rate,
            int latencyPairs,
            int latencySeconds,
            int latencyWarmUpSeconds,
            int recoveryPairs,
            int recoverySeconds) {}

    /**
     * Nights.
     *
     * @param pairs how often contestants take turns
     * @param records of a night
     */
    public record Nights(int pairs, int records) {}

    /**
     * A large book that is read.
     *
     * @param rows transactions of it
     * @param listCalls to each list of the interface
     * @param pageCalls to each page of the console
     */
    public record Reads(int rows, int listCalls, int pageCalls) {}
}
