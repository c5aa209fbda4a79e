package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.CalendarText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Dates and months in the addresses and forms of pages. */
public final class Dates {

    private Dates() {}

    /** The UTC date now: the business date that is open. */
    public static LocalDate today(InstantSource clock) {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /** The date that a path names. */
    public static LocalDate date(String text) {
        try {
            return CalendarText.date(text);
        } catch (DateTimeException e) {
            throw PageNotFoundException.of("date", text);
        }
    }

    /** The month that a path names. */
    public static YearMonth month(String text) {
        try {
            return CalendarText.month(text);
        } catch (DateTimeException e) {
            throw PageNotFoundException.of("month", text);
        }
    }

    /** The date that was chosen; null where none was, or what was typed is none. */
    public static @Nullable LocalDate chosen(@Nullable String text) {
        try {
            return text == null || text.isBlank() ? null : CalendarText.date(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** The moment, or the end of a date, up to which something is asked for; null where none is. */
    public static @Nullable Instant asOf(@Nullable String text) {
        try {
            return text == null || text.isBlank() ? null : CalendarText.asOf(text.strip());
        } catch (DateTimeException e) {
            throw new PageNotFoundException(
                    "There is no time " + text + ": write it as 2026-11-23T06:00:00Z.");
        }
    }

    /** The month that was chosen; null where none was, or what was typed is none. */
    public static @Nullable YearMonth chosenMonth(@Nullable String text) {
        try {
            return text == null || text.isBlank() ? null : CalendarText.month(text);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
