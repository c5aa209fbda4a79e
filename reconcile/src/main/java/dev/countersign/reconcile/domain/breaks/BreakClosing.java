package dev.countersign.reconcile.domain.breaks;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Set;

/** The rules that tell whether an event closes a break by itself. */
public final class BreakClosing {

    /** The types of break that an authorization closes if it came late and covers what cleared. */
    public static final Set<BreakType> LATE_AUTHORIZATION_CLOSES =
            Set.of(
                    BreakType.CLEARING_WITHOUT_AUTH,
                    BreakType.DUPLICATE_CLEARING,
                    BreakType.CLEARED_AFTER_DECLINE,
                    BreakType.AMOUNT_OVER);

    private static final int LOW_LIFE_DAYS = 30;

    private BreakClosing() {}

    /** An event that may close a break. */
    public sealed interface Event {}

    /** The difference was computed again, and is this now. */
    public record RecomputedDifference(BigInteger minor) implements Event {}

    /**
     * The authorization that was missing came late.
     *
     * @param clearedMinor what cleared of the purchase, up to the record that the break is about
     * @param ceilingMinor what may clear against it
     */
    public record LateAuthorization(BigInteger clearedMinor, long ceilingMinor) implements Event {}

    /** The purchase that a refund names became known. */
    public record KnownPurchase() implements Event {}

    /** A night passed. */
    public record CompletedNight(LocalDate businessDate) implements Event {}

    /**
     * True when the event closes the break.
     *
     * @param origin the business date on which it began
     */
    public static boolean closes(BreakType type, LocalDate origin, Event event) {
        return switch (event) {
            case RecomputedDifference now ->
                    type.autoClose() == AutoClose.DIFFERENCE_GONE && now.minor().signum() == 0;
            case LateAuthorization late ->
                    LATE_AUTHORIZATION_CLOSES.contains(type)
                            && late.clearedMinor()
                                            .compareTo(BigInteger.valueOf(late.ceilingMinor()))
                                    <= 0;
            case KnownPurchase found -> type == BreakType.REFUND_UNLINKED;
            case CompletedNight night ->
                    type.autoClose() == AutoClose.AFTER_THIRTY_DAYS
                            && AgeBucket.days(origin, night.businessDate()) >= LOW_LIFE_DAYS;
        };
    }
}
