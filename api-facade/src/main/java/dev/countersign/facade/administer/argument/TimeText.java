package dev.countersign.facade.administer.argument;

import dev.countersign.reconcile.domain.CalendarText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people write them on a command line. */
public final class TimeText {

    private static final Pattern REACH = Pattern.compile("([1-9][0-9]{0,5})([dhm])");

    private TimeText() {}

    /** A number of days, hours or minutes. */
    public static final class Reach implements ITypeConverter<Duration> {

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
    public static final class Moment implements ITypeConverter<Instant> {

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
