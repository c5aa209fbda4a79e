package dev.countersign.facade.administer.argument;

import dev.countersign.reconcile.domain.CalendarText;
import java.time.DateTimeException;
import java.time.LocalDate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A date on a command line, as {@code 2026-11-21}. */
public final class DateText implements ITypeConverter<LocalDate> {

    @Override
    public LocalDate convert(String text) {
        try {
            return CalendarText.date(text);
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a date such as 2026-11-21, of the years 1970 to 2199");
        }
    }
}
