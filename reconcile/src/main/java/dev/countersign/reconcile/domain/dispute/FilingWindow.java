package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.feed.Network;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * How long a network takes a dispute: days after the clearing was processed, the next day being the
 * first.
 */
public final class FilingWindow {

    private FilingWindow() {}

    /**
     * The last UTC day on which a clearing can be disputed.
     *
     * @param processedAt business time of the clearing
     */
    public static LocalDate lastDay(Network network, DisputeReason reason, Instant processedAt) {
        return LocalDate.ofInstant(processedAt, ZoneOffset.UTC).plusDays(days(network, reason));
    }

    /** Whether a clearing can still be disputed at a time. */
    public static boolean isOpen(
            Network network, DisputeReason reason, Instant processedAt, Instant now) {
        return !LocalDate.ofInstant(now, ZoneOffset.UTC)
                .isAfter(lastDay(network, reason, processedAt));
    }

    /** How many days there are for a reason on a network. */
    public static int days(Network network, DisputeReason reason) {
        return switch (reason) {
            case FRAUD, GOODS_NOT_RECEIVED, GOODS_NOT_AS_DESCRIBED -> 120;
            case DUPLICATE, INCORRECT_AMOUNT -> network == Network.VISA ? 120 : 90;
            case OTHER -> network == Network.VISA ? 75 : 90;
        };
    }
}
