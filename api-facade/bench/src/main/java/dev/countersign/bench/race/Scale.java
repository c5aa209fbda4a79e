package dev.countersign.bench.race;

/**
 * How much is measured.
 *
 * @param pairs how often contestants take turns
 * @param cards of the book
 * @param largeCards of the book that is compared with it; 0 where none is
 * @param messages that are decided, of which the first are the warm-up
 * @param warmUpMessages which are not measured; before they end the product has read ahead the
 *     large book, three cards beside each message, and compiled what it does from then on
 * @param secondsMax how long one contestant is measured at most
 * @param rate requests a second where they come on a schedule
 * @param latencySeconds how long they come, of which {@code latencyWarmUpSeconds} are not measured
 * @param recoverySeconds how long they come where a process is killed
 * @param recoveryPairs how often it is killed
 * @param records of a night
 * @param nightPairs how often nights take turns
 * @param rows of the book whose lists are read
 * @param calls to each list
 */
public record Scale(
        int pairs,
        int cards,
        int largeCards,
        int messages,
        int warmUpMessages,
        int secondsMax,
        int rate,
        int latencySeconds,
        int latencyWarmUpSeconds,
        int latencyPairs,
        int recoverySeconds,
        int recoveryPairs,
        int records,
        int nightPairs,
        int rows,
        int calls) {

    /** Meant for three minutes on an idle machine: to see, and not to argue with. */
    public static final Scale QUICK =
            new Scale(1, 10_000, 0, 160_000, 80_000, 4, 2_000, 9, 6, 1, 9, 1, 20_000, 1, 60_000, 5);

    /** What the goals are held against. */
    public static final Scale FULL =
            new Scale(
                    3,
                    100_000,
                    1_000_000,
                    1_200_000,
                    600_000,
                    30,
                    2_000,
                    60,
                    15,
                    3,
                    40,
                    3,
                    1_000_000,
                    3,
                    10_000_000,
                    300);

    /** The smallest that goes all the way: for tests of the benchmark itself. */
    public static final Scale TINY =
            new Scale(1, 100, 0, 4_000, 1_000, 2, 500, 3, 1, 1, 6, 1, 500, 1, 10_000, 3);
}
