package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.NotThere;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/** Dates and months in the addresses of pages. */
final class Dates {

    private Dates() {}

    /** The date that a path names. */
    static LocalDate date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new NotThere("There is no date " + text + ".");
        }
    }

    /** The month that a path names. */
    static YearMonth month(String text) {
        try {
            return YearMonth.parse(text);
        } catch (DateTimeException e) {
            throw new NotThere("There is no month " + text + ".");
        }
    }

    /** The date that was chosen; null where none was, or what was typed is none. */
    static @Nullable LocalDate chosen(@Nullable String text) {
        try {
            return text == null || text.isBlank() ? null : LocalDate.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
