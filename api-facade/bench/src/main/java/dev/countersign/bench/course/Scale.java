package dev.countersign.bench.course;

import org.jspecify.annotations.Nullable;

/**
 * The amount of work that is measured.
 *
 * @param turns how often contestants take turns
 * @param nightRecords clearing records of a night
 * @param bookCards of the books of real use
 * @param historyRows old transactions beside which decisions are measured
 */
public record Scale(
        int turns,
        Feed feed,
        Schedule schedule,
        int nightRecords,
        Reads reads,
        int bookCards,
        int historyRows) {

    /** Ends within three minutes, not prepared and in slow hours too: to see, not to argue with. */
    public static final Scale QUICK =
            new Scale(
                    1,
                    new Feed(10_000, 0, 100_000, 50_000, 3),
                    new Schedule(2_000, 6, 4, 7),
                    10_000,
                    new Reads(20_000, 3, 15),
                    20_000,
                    200_000);

    /** The scale at which the goals are checked. */
    public static final Scale FULL =
            new Scale(
                    5,
                    new Feed(100_000, 1_000_000, 1_200_000, 600_000, 30),
                    new Schedule(2_000, 75, 30, 40),
                    1_000_000,
                    new Reads(10_000_000, 300, 60),
                    1_000_000,
                    20_000_000);

    /** The smallest that goes all the way: for tests of the benchmark itself. */
    public static final Scale TINY =
            new Scale(
                    1,
                    new Feed(100, 0, 20_000, 4_000, 2),
                    new Schedule(500, 3, 1, 6),
                    500,
                    new Reads(10_000, 3, 15),
                    1_000,
                    5_000);

    /** The same with other turns and sizes of books and histories, where they are given. */
    public Scale with(
            @Nullable Integer otherTurns, @Nullable Integer cards, @Nullable Integer rows) {
        return new Scale(
                otherTurns == null ? turns : otherTurns,
                feed,
                schedule,
                nightRecords,
                reads,
                cards == null ? bookCards : cards,
                rows == null ? historyRows : rows);
    }

    /**
     * Messages that wait in the feed.
     *
     * @param cards of the book
     * @param largeCards of the book that is compared with it; 0 where none is
     * @param messages that are decided, of which the first are the warm-up
     * @param warmUpMessages which are not measured; before they end the product has read ahead the
     *     large book, three cards beside each message, and compiled what it does from then on
     * @param secondsMax how long one contestant is measured at most
     */
    public record Feed(
            int cards, int largeCards, int messages, int warmUpMessages, int secondsMax) {}

    /**
     * Requests that come on a schedule.
     *
     * @param rate requests a second
     * @param latencySeconds how long requests come, of which {@code latencyWarmUpSeconds} are not
     *     measured
     * @param recoverySeconds how long requests come around that
     */
    public record Schedule(
            int rate, int latencySeconds, int latencyWarmUpSeconds, int recoverySeconds) {}

    /**
     * A large book that is read.
     *
     * @param rows transactions of it
     * @param listCalls to each list of the interface
     * @param pageCalls to each page of the console
     */
    public record Reads(int rows, int listCalls, int pageCalls) {}
}
