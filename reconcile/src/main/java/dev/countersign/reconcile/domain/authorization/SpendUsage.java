package dev.countersign.reconcile.domain.authorization;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The spending of a card lineage, by UTC day and by UTC month, for the periods that were loaded. It
 * is the running sum of what the transactions of the period count. A period that was not loaded is
 * not guessed at.
 *
 * <p>Sums stop at the largest amount there is: no limit is above it.
 */
public final class SpendUsage {

    /** Nothing is loaded. */
    public static final SpendUsage EMPTY = new SpendUsage(new long[0], new long[0]);

    private static final int DAYS_KEPT = 1;

    /** Days by epoch day, months by minus the month's number; parallel to the sums. */
    private final long[] periods;

    private final long[] sums;

    private SpendUsage(long[] periods, long[] sums) {
        this.periods = periods;
        this.sums = sums;
    }

    /** The usage that these make, as {@link #periods()} and {@link #sums()} told them. */
    public static SpendUsage of(long[] periods, long[] sums) {
        return new SpendUsage(periods, sums);
    }

    /** The periods that are loaded, in a form to keep them in; not to be changed. */
    public long[] periods() {
        return periods;
    }

    /** Returns the amount spent in each of the periods. The caller must not change the array. */
    public long[] sums() {
        return sums;
    }

    /** True when both the day and the month of this instant are loaded. */
    public boolean covers(Instant at) {
        return index(day(at)) >= 0 && index(month(at)) >= 0;
    }

    /** Returns the amount spent on the UTC day of this instant. */
    public long onDayOf(Instant at) {
        return sum(day(at));
    }

    /** Returns the amount spent in the UTC month of this instant. */
    public long inMonthOf(Instant at) {
        return sum(month(at));
    }

    /** With one day loaded. */
    public SpendUsage withDay(LocalDate day, long spent) {
        return with(day.toEpochDay(), spent);
    }

    /** With one month loaded. */
    public SpendUsage withMonth(YearMonth month, long spent) {
        return with(monthKey(month.getYear(), month.getMonthValue()), spent);
    }

    /** With more, or less, counted at an instant; a period that is not loaded stays so. */
    public SpendUsage plus(Instant at, long change) {
        if (change == 0) {
            return this;
        }
        int day = index(day(at));
        int month = index(month(at));
        if (day < 0 && month < 0) {
            return this;
        }
        long[] changed = sums.clone();
        if (day >= 0) {
            changed[day] = add(changed[day], change);
        }
        if (month >= 0) {
            changed[month] = add(changed[month], change);
        }
        return new SpendUsage(periods, changed);
    }

    /** True when a sum has left the range of a long: it must be read again before it goes down. */
    public boolean saturated() {
        for (long sum : sums) {
            if (sum == Long.MAX_VALUE) {
                return true;
            }
        }
        return false;
    }

    /**
     * Without the days, and the months, that messages hardly reach any more: what lies more than
     * one day before the latest day. A message that does reach them has them loaded again.
     */
    public SpendUsage recent() {
        if (periods.length <= 2) {
            return this;
        }
        long latest = Arrays.stream(periods).max().orElseThrow();
        long first = latest - DAYS_KEPT;
        LocalDate firstDay = LocalDate.ofEpochDay(first);
        long firstMonth = monthKey(firstDay.getYear(), firstDay.getMonthValue());
        int[] kept =
                IntStream.range(0, periods.length)
                        .filter(
                                i ->
                                        periods[i] < 0
                                                ? periods[i] <= firstMonth
                                                : periods[i] >= first)
                        .toArray();
        return kept.length == periods.length
                ? this
                : new SpendUsage(
                        Arrays.stream(kept).mapToLong(i -> periods[i]).toArray(),
                        Arrays.stream(kept).mapToLong(i -> sums[i]).toArray());
    }

    private SpendUsage with(long period, long spent) {
        int at = index(period);
        if (at >= 0) {
            long[] changed = sums.clone();
            changed[at] = spent;
            return new SpendUsage(periods, changed);
        }
        long[] morePeriods = Arrays.copyOf(periods, periods.length + 1);
        long[] moreSums = Arrays.copyOf(sums, sums.length + 1);
        morePeriods[periods.length] = period;
        moreSums[sums.length] = spent;
        return new SpendUsage(morePeriods, moreSums);
    }

    private long sum(long period) {
        int at = index(period);
        if (at < 0) {
            throw new IllegalStateException("the usage of period " + period + " was not loaded");
        }
        return sums[at];
    }

    private int index(long period) {
        for (int i = 0; i < periods.length; i++) {
            if (periods[i] == period) {
                return i;
            }
        }
        return -1;
    }

    private static long add(long sum, long change) {
        long result = sum + change;
        boolean overflow = ((sum ^ result) & (change ^ result)) < 0;
        if (overflow || sum == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, result);
    }

    private static long day(Instant at) {
        return Math.floorDiv(at.getEpochSecond(), 86_400L);
    }

    private static long month(Instant at) {
        LocalDate date = LocalDate.ofEpochDay(day(at));
        return monthKey(date.getYear(), date.getMonthValue());
    }

    private static long monthKey(int year, int month) {
        return -(year * 12L + month) - 1_000_000L;
    }
}
