package dev.countersign.facade.launch.demo;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * The dates of a demo's history, which follow from the moment it began. It ends with a whole month
 * that can be closed, before it three days of one that is closed, and after it the days up to the
 * one before yesterday. Nights are run once a week and at the end of each month, and in the last
 * week each day, which the sandbox allows: a night covers the days before it. The night of
 * yesterday is left to the visitor.
 *
 * @param since when the demo began
 */
record DemoCalendar(Instant since) {

    private static final int DAYS_OF_CLOSED_MONTH = 3;
    private static final int DAYS_WITH_NIGHTS = 7;

    /** The first business date. */
    LocalDate firstDay() {
        return closedMonth().atEndOfMonth().minusDays(DAYS_OF_CLOSED_MONTH - 1L);
    }

    /** The business date of the last night of the history. */
    LocalDate lastNight() {
        return LocalDate.ofInstant(since, ZoneOffset.UTC).minusDays(2);
    }

    /** The date of the first night that is run on this day or after it. */
    LocalDate nightFrom(LocalDate day) {
        LocalDate date = day;
        while (!hasNight(date)) {
            date = date.plusDays(1);
        }
        return date;
    }

    private boolean hasNight(LocalDate date) {
        return date.getDayOfWeek() == DayOfWeek.SUNDAY
                || date.equals(YearMonth.from(date).atEndOfMonth())
                || date.isAfter(lastNight().minusDays(DAYS_WITH_NIGHTS));
    }

    /** The month that may be closed: the newest of which all nights are run. */
    YearMonth closableMonth() {
        return YearMonth.from(lastNight().plusDays(1)).minusMonths(1);
    }

    /** The month that is closed. */
    YearMonth closedMonth() {
        return closableMonth().minusMonths(1);
    }

    /** A day so long before the demo began, but in no month that should be closed. */
    LocalDate daysBefore(int days) {
        LocalDate day = LocalDate.ofInstant(since, ZoneOffset.UTC).minusDays(days);
        LocalDate open = closableMonth().plusMonths(1).atDay(1);
        return day.isBefore(open) ? open : day;
    }
}
