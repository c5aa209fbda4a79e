package dev.countersign.facade.administer.argument;

import dev.countersign.reconcile.domain.CalendarText;
import java.time.DateTimeException;
import java.time.YearMonth;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A month on a command line, as {@code 2026-11}. */
public final class MonthText implements ITypeConverter<YearMonth> {

    @Override
    public YearMonth convert(String text) {
        try {
            return CalendarText.month(text);
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a month such as 2026-11, of the years 1970 to 2199");
        }
    }
}
