package dev.countersign.facade.administer.argument;

import dev.countersign.reconcile.domain.CalendarText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people write them on a command line. */
public final class TimeText {

    private static final Pattern REACH = Pattern.compile("([1-9][0-9]{0,5})([dhm])");

    private TimeText() {}

    /** A date, as {@code 2026-11-21}. */
    public static LocalDate date(String text) {
        return read(text, CalendarText::date, "a date such as 2026-11-21");
    }

    /** A month, as {@code 2026-11}. */
    public static YearMonth month(String text) {
        return read(text, CalendarText::month, "a month such as 2026-11");
    }

    private static <T> T read(String text, Function<String, T> reader, String form) {
        try {
            return reader.apply(text);
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "'%s' is not %s, of the years 1970 to 2199".formatted(text, form));
        }
    }

    /** A number of days, hours or minutes. */
    public static final class DurationConverter implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            Matcher matcher = REACH.matcher(text);
            if (!matcher.matches()) {
                throw new TypeConversionException(
                        "'"
                                + text
                                + "' is not a number of days, hours or minutes, such as 30d or 12h");
            }
            long number = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "d" -> Duration.ofDays(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofMinutes(number);
            };
        }
    }

    /** A moment with its offset, or a UTC day, which begins at midnight. */
    public static final class InstantConverter implements ITypeConverter<Instant> {

        @Override
        public Instant convert(String text) {
            try {
                return text.contains("T")
                        ? OffsetDateTime.parse(text).toInstant()
                        : CalendarText.date(text).atStartOfDay(ZoneOffset.UTC).toInstant();
            } catch (DateTimeException e) {
                throw new TypeConversionException(
                        "'" + text + "' is not a time, such as 2027-01-31T12:00:00Z or 2027-01-31");
            }
        }
    }
}
