package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.Decoded.Reason;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The members of one JSON object, read by name, each strictly of its type; null where absent. */
final class Members {

    private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT)
                    .withResolverStyle(ResolverStyle.STRICT);
    private static final Set<String> MONEY = Set.of("value", "currency");

    private final @Nullable JsonNode object;
    private final String path;

    private Members(@Nullable JsonNode object, String path) {
        this.object = object;
        this.path = path;
    }

    /** The members of an object that may have these names and no others. */
    static Members of(JsonNode node, String path, Set<String> names) {
        if (!node.isObject()) {
            throw new Unreadable(Reason.WRONG_TYPE, describe(path) + " is not an object");
        }
        for (String name : node.propertyNames()) {
            if (!names.contains(name)) {
                throw new Unreadable(
                        Reason.UNKNOWN_FIELD,
                        describe(path) + " has a member that the schema does not know");
            }
        }
        return new Members(node, path);
    }

    /** An object inside this one; an absent one is read as one without members. */
    Members part(String name, Set<String> names) {
        JsonNode node = get(name);
        return node == null ? new Members(null, at(name)) : of(node, at(name), names);
    }

    boolean has(String name) {
        return get(name) != null;
    }

    @Nullable String text(String name) {
        JsonNode node = get(name);
        if (node == null) {
            return null;
        }
        if (!node.isString()) {
            throw new Unreadable(Reason.WRONG_TYPE, at(name) + " is not a string");
        }
        String text = node.stringValue();
        if (!canBeKept(text)) {
            throw new Unreadable(
                    Reason.BAD_FORMAT,
                    at(name) + " holds a NUL or half a character, which no record can keep");
        }
        return text;
    }

    /** An escape can write what is no character: it would be kept as another one. */
    private static boolean canBeKept(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == 0) {
                return false;
            }
            if (Character.isSurrogate(unit)) {
                boolean pair =
                        Character.isHighSurrogate(unit)
                                && i + 1 < text.length()
                                && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** A string that may be null. */
    @Nullable String nullableText(String name, int lengthMax) {
        JsonNode node = get(name);
        return node == null || node.isNull() ? null : text(name, lengthMax);
    }

    @Nullable String text(String name, int lengthMax) {
        String text = text(name);
        if (text != null && text.codePointCount(0, text.length()) > lengthMax) {
            throw new Unreadable(
                    Reason.OUT_OF_RANGE, at(name) + " is longer than " + lengthMax + " characters");
        }
        return text;
    }

    @Nullable String text(String name, Pattern pattern) {
        String text = text(name);
        if (text != null && !pattern.matcher(text).matches()) {
            throw new Unreadable(Reason.BAD_FORMAT, at(name) + " does not match " + pattern);
        }
        return text;
    }

    <E> @Nullable E value(String name, Function<String, Optional<E>> reader) {
        String text = text(name);
        return text == null
                ? null
                : reader.apply(text)
                        .orElseThrow(
                                () ->
                                        new Unreadable(
                                                Reason.UNKNOWN_VALUE,
                                                at(name) + " is not one of its values"));
    }

    boolean flag(String name) {
        JsonNode node = get(name);
        if (node == null) {
            return false;
        }
        if (!node.isBoolean()) {
            throw new Unreadable(Reason.WRONG_TYPE, at(name) + " is not true or false");
        }
        return node.booleanValue();
    }

    @Nullable Long integer(String name) {
        JsonNode node = get(name);
        if (node == null) {
            return null;
        }
        if (!node.isIntegralNumber()) {
            throw new Unreadable(
                    Reason.WRONG_TYPE, at(name) + " is not a whole number written as one");
        }
        if (!node.canConvertToLong()) {
            throw new Unreadable(Reason.OUT_OF_RANGE, at(name) + " does not fit 64 bits");
        }
        return node.longValue();
    }

    @Nullable Integer smallInteger(String name, int min, int max) {
        Long value = integer(name);
        if (value == null) {
            return null;
        }
        if (value < min || value > max) {
            throw new Unreadable(Reason.OUT_OF_RANGE, at(name) + " is not " + min + " to " + max);
        }
        return value.intValue();
    }

    @Nullable Instant instant(String name) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            Instant instant = Timestamp.parse(text).truncatedTo(ChronoUnit.MICROS);
            if (instant.isBefore(FIRST) || !instant.isBefore(END)) {
                throw new Unreadable(
                        Reason.OUT_OF_RANGE, at(name) + " is not in the years 1970 to 2199");
            }
            return instant;
        } catch (DateTimeException e) {
            throw new Unreadable(
                    Reason.BAD_FORMAT, at(name) + " is not a date-time with an offset");
        }
    }

    @Nullable LocalDate date(String name) {
        String text = text(name);
        try {
            LocalDate date = text == null ? null : LocalDate.parse(text, DATE);
            if (date != null && (date.getYear() < 1970 || date.getYear() > 2199)) {
                throw new Unreadable(
                        Reason.OUT_OF_RANGE, at(name) + " is not in the years 1970 to 2199");
            }
            return date;
        } catch (DateTimeException e) {
            throw new Unreadable(Reason.BAD_FORMAT, at(name) + " is not a date");
        }
    }

    @Nullable Money money(String name) {
        if (get(name) == null) {
            return null;
        }
        Members money = part(name, MONEY);
        long value = money.required(money.integer("value"), "value");
        if (value < 0) {
            throw new Unreadable(Reason.OUT_OF_RANGE, at(name) + ".value is negative");
        }
        return new Money(value, money.required(money.currency("currency"), "currency"));
    }

    @Nullable Currency currency(String name) {
        String code = text(name);
        return code == null
                ? null
                : Currencies.find(code)
                        .orElseThrow(
                                () ->
                                        new Unreadable(
                                                Reason.UNKNOWN_CURRENCY,
                                                at(name) + " is not a currency with minor units"));
    }

    /** Refuses an absent value. */
    <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw new Unreadable(Reason.MISSING_FIELD, at(name) + " is missing");
        }
        return value;
    }

    private @Nullable JsonNode get(String name) {
        return object == null ? null : object.get(name);
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String describe(String path) {
        return path.isEmpty() ? "the message" : path;
    }
}
