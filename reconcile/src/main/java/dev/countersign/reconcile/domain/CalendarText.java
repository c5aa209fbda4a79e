package dev.countersign.reconcile.domain;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * Dates and months as they are written, {@code 2026-11-21} and {@code 2026-11}, of the years in
 * which cards are used. A date far outside of them is a mistake in writing, and no column, id or
 * report has room for it.
 */
public final class CalendarText {

    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2199;

    private CalendarText() {}

    /**
     * A date.
     *
     * @throws DateTimeException when the text is none, or its year is not 1970 to 2199
     */
    public static LocalDate date(String text) {
        LocalDate date = LocalDate.parse(text);
        check(date.getYear());
        return date;
    }

    /**
     * A month.
     *
     * @throws DateTimeException when the text is none, or its year is not 1970 to 2199
     */
    public static YearMonth month(String text) {
        YearMonth month = YearMonth.parse(text);
        check(month.getYear());
        return month;
    }

    /**
     * The moment up to which something is asked for: one with its offset, or the end of a UTC date.
     *
     * @throws DateTimeException when the text is neither, or its year is not 1970 to 2199
     */
    public static Instant asOf(String text) {
        if (!text.contains("T")) {
            return date(text).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusNanos(1);
        }
        OffsetDateTime moment = OffsetDateTime.parse(text);
        check(moment.getYear());
        return moment.toInstant();
    }

    private static void check(int year) {
        if (year < FIRST_YEAR || year > LAST_YEAR) {
            throw new DateTimeException("the year is not " + FIRST_YEAR + " to " + LAST_YEAR);
        }
    }
}
