package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.feed.Network;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * The time within which each network takes a dispute: days after the clearing was processed, the
 * next day being the first. Networks change these times, and tell only their members.
 *
 * @param own by network and reason: days that are not the usual ones
 */
public record FilingWindows(Map<Network, Map<DisputeReason, Integer>> own) {

    /**
     * Days before the network's last day on which ours ends: what has to be found out, and a file
     * that is rejected, still have their time.
     */
    public static final int MARGIN_DAYS = 10;

    public static final FilingWindows DEFAULT = new FilingWindows(Map.of());

    public FilingWindows {
        own = Map.copyOf(own);
    }

    /**
     * The last UTC day on which a clearing can be disputed.
     *
     * @param processedAt business time of the clearing
     */
    public LocalDate lastDay(Network network, DisputeReason reason, Instant processedAt) {
        return LocalDate.ofInstant(processedAt, ZoneOffset.UTC).plusDays(days(network, reason));
    }

    /**
     * The last UTC day on which we file. It is the same from the night that finds a difference,
     * over its proposal, to the dispute that waits to be filed: all count the days to this one.
     *
     * @param processedAt business time of the clearing
     */
    public LocalDate fileBy(Network network, DisputeReason reason, Instant processedAt) {
        return lastDay(network, reason, processedAt).minusDays(MARGIN_DAYS);
    }

    /** Number of days to {@link #fileBy} for a reason on a network. */
    public int daysToFile(Network network, DisputeReason reason) {
        return days(network, reason) - MARGIN_DAYS;
    }

    /** Tells whether a clearing can still be disputed at a time. */
    public boolean isOpen(Network network, DisputeReason reason, Instant processedAt, Instant now) {
        return !LocalDate.ofInstant(now, ZoneOffset.UTC)
                .isAfter(lastDay(network, reason, processedAt));
    }

    /** Returns the number of days that there are for a reason on a network. */
    public int days(Network network, DisputeReason reason) {
        return own.getOrDefault(network, Map.of()).getOrDefault(reason, usual(network, reason));
    }

    private static int usual(Network network, DisputeReason reason) {
        return switch (reason) {
            case FRAUD, GOODS_NOT_RECEIVED, GOODS_NOT_AS_DESCRIBED -> 120;
            case DUPLICATE, INCORRECT_AMOUNT -> network == Network.VISA ? 120 : 90;
            case OTHER -> network == Network.VISA ? 75 : 90;
        };
    }
}
