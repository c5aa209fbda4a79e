package dev.countersign.reconcile.domain.authorization;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The spending of a card lineage, by UTC day and by UTC month, for the periods that were loaded. It
 * is the running sum of what the transactions of the period count. A period that was not loaded is
 * not guessed at; where nothing was spent after the last day that was, later periods begin at zero.
 *
 * <p>Sums stop at the largest amount there is: no limit is above it.
 */
public final class SpendUsage {

    /** Nothing is loaded. */
    public static final SpendUsage EMPTY = new SpendUsage(new long[0], new long[0], false);

    private static final int DAYS_KEPT = 1;

    /** Days by epoch day, months by minus the month's number; parallel to the sums. */
    private final long[] periods;

    private final long[] sums;

    /** True when the last day that is loaded is the last on which anything was spent. */
    private final boolean upToDate;

    private SpendUsage(long[] periods, long[] sums, boolean upToDate) {
        this.periods = periods;
        this.sums = sums;
        this.upToDate = upToDate;
    }

    /** The usage that these make, as this class told them. */
    public static SpendUsage of(long[] periods, long[] sums, boolean upToDate) {
        return new SpendUsage(periods, sums, upToDate);
    }

    /** The periods that are loaded, in a form to keep them in; not to be changed. */
    public long[] periods() {
        return periods;
    }

    /** Returns the amount spent in each of the periods. The caller must not change the array. */
    public long[] sums() {
        return sums;
    }

    /** True when nothing is spent after the last day that is loaded. */
    public boolean upToDate() {
        return upToDate;
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

    /** With one day loaded; nobody knows of days after it, unless they are loaded. */
    public SpendUsage withDay(LocalDate day, long spent) {
        SpendUsage loaded = with(day.toEpochDay(), spent);
        return day.toEpochDay() <= lastDay() ? loaded : loaded.upToDate(false);
    }

    /**
     * With one day and its month loaded.
     *
     * @param later whether anything was spent after that day
     */
    public SpendUsage with(LocalDate day, long onDay, long inMonth, boolean later) {
        boolean last = day.toEpochDay() >= lastDay();
        SpendUsage loaded = withDay(day, onDay).withMonth(YearMonth.from(day), inMonth);
        return last ? loaded.upToDate(!later) : loaded;
    }

    /** Goes on to the day of an instant, where nothing was spent on it so far. */
    public SpendUsage through(Instant at) {
        if (!upToDate || day(at) <= lastDay()) {
            return this;
        }
        SpendUsage through = with(day(at), 0);
        return index(month(at)) < 0 ? through.with(month(at), 0) : through;
    }

    private long lastDay() {
        long last = Long.MIN_VALUE;
        for (long period : periods) {
            last = Math.max(last, period < 0 ? last : period);
        }
        return last;
    }

    private SpendUsage upToDate(boolean now) {
        return now == upToDate ? this : new SpendUsage(periods, sums, now);
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
        boolean known = upToDate && day(at) <= lastDay();
        if (day < 0 && month < 0) {
            return upToDate(known);
        }
        long[] changed = sums.clone();
        if (day >= 0) {
            changed[day] = add(changed[day], change);
        }
        if (month >= 0) {
            changed[month] = add(changed[month], change);
        }
        return new SpendUsage(periods, changed, known);
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
                        Arrays.stream(kept).mapToLong(i -> sums[i]).toArray(),
                        upToDate);
    }

    private SpendUsage with(long period, long spent) {
        int at = index(period);
        if (at >= 0) {
            long[] changed = sums.clone();
            changed[at] = spent;
            return new SpendUsage(periods, changed, upToDate);
        }
        long[] morePeriods = Arrays.copyOf(periods, periods.length + 1);
        long[] moreSums = Arrays.copyOf(sums, sums.length + 1);
        morePeriods[periods.length] = period;
        moreSums[sums.length] = spent;
        return new SpendUsage(morePeriods, moreSums, upToDate);
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
