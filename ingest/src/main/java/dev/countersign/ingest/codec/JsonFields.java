package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.DecodedMessage.Reason;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import dev.countersign.reconcile.domain.text.ReferenceMask;
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
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** The members of one JSON object, read by name, each strictly of its type; null where absent. */
final class JsonFields {

    private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT)
                    .withResolverStyle(ResolverStyle.STRICT);

    private final MessageShape shape;
    private final @Nullable Object[] values;
    private final Set<String> unknown;
    private final ReferenceMask references;
    private boolean masked;

    /**
     * Creates the fields of an object from what was read of it.
     *
     * @param values by the numbers of their names: {@link String}, {@link Long}, {@link Boolean},
     *     {@code JsonFields} of an object that the schema knows as one, or a {@link JsonNode} of
     *     anything else
     * @param unknown the names of its members that the schema does not know, in their order
     * @param references masks card numbers in what names a thing
     */
    JsonFields(
            MessageShape shape,
            @Nullable Object[] values,
            Set<String> unknown,
            ReferenceMask references) {
        this.shape = shape;
        this.values = values;
        this.unknown = unknown;
        this.references = references;
    }

    /**
     * Refuses members that the schema does not know. The first is named whose name can hold nothing
     * secret.
     */
    void requireKnown() {
        if (!unknown.isEmpty()) {
            String name =
                    unknown.stream()
                            .filter(Redaction::isShown)
                            .findFirst()
                            .map(shown -> " '" + shown + "'")
                            .orElse("");
            throw new MalformedMessageException(
                    Reason.UNKNOWN_FIELD,
                    shape.described() + " has a member" + name + " that the schema does not know");
        }
    }

    /** An object inside this one; an absent one is read as one without members. */
    JsonFields part(String name) {
        int number = shape.number(name);
        MessageShape part = number < 0 ? null : shape.part(number);
        if (part == null) {
            throw new IllegalArgumentException(at(name) + " is no object of a message");
        }
        Object value = values[number];
        if (value == null) {
            return part.absent();
        }
        if (!(value instanceof JsonFields object)) {
            throw refused(Reason.WRONG_TYPE, name, " is not an object");
        }
        object.requireKnown();
        return object;
    }

    boolean has(String name) {
        return get(name) != null;
    }

    /**
     * A text that people read, or one that a pattern describes. Card numbers in the former are
     * masked.
     */
    @Nullable String text(String name) {
        TextPattern pattern = rule(name).pattern();
        if (pattern == null) {
            return bounded(name, masked(name, CardNumberMask::mask));
        }
        String text = string(name);
        if (text != null && !pattern.fits(text)) {
            throw refused(Reason.BAD_FORMAT, name, " does not match " + pattern);
        }
        return text;
    }

    /** A text that names a thing: card numbers in it are masked so that it names the same. */
    @Nullable String reference(String name) {
        return bounded(name, masked(name, references::mask));
    }

    /**
     * Returns the name that a network gives a purchase. The network's own numbers are no card's.
     */
    @Nullable String referenceOfNetwork(String name) {
        return bounded(name, masked(name, references::maskOfNetwork));
    }

    /** A text that is never masked, since it is kept only as the identifier that it is read as. */
    @Nullable String identifier(String name) {
        String text = string(name);
        if (text != null) {
            int digits = digitsOfLine(name, text);
            if (digits >= CardNumberMask.DIGITS_MIN
                    && !isGroupedAsUuid(text)
                    && CardNumberMask.finds(text)) {
                throw refused(Reason.BAD_FORMAT, name, " holds a card number");
            }
        }
        return bounded(name, text);
    }

    /** Every message has one, most with more digits than a card number. */
    private static boolean isGroupedAsUuid(String text) {
        return text.length() == 36
                && text.charAt(8) == '-'
                && text.charAt(13) == '-'
                && text.charAt(18) == '-'
                && text.charAt(23) == '-';
    }

    /** Masks a text. What is masked stays masked: it is what is hashed and kept of the message. */
    private @Nullable String masked(String name, UnaryOperator<String> mask) {
        String text = string(name);
        if (text == null || digitsOfLine(name, text) < CardNumberMask.DIGITS_MIN) {
            return text;
        }
        String without = mask.apply(text);
        if (!without.equals(text)) {
            masked = true;
            values[shape.number(name)] = without;
        }
        return without;
    }

    private int digitsOfLine(String name, String text) {
        int digits = PlainText.digitsOfLine(text);
        if (digits == PlainText.REFUSED) {
            throw refused(
                    Reason.BAD_FORMAT,
                    name,
                    " holds a control character or another that is not allowed");
        }
        return digits;
    }

    /** Tells whether a card number was masked in this object or in one inside it. */
    boolean isMasked() {
        if (masked) {
            return true;
        }
        for (Object value : values) {
            if (value instanceof JsonFields inner && inner.isMasked()) {
                return true;
            }
        }
        return false;
    }

    /** A string of whatever characters, for what is kept only if it can be made out. */
    private @Nullable String string(String name) {
        Object value = get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw refused(Reason.WRONG_TYPE, name, " is not a string");
    }

    @Nullable String nullableReference(String name) {
        return get(name) instanceof NullNode ? null : reference(name);
    }

    private @Nullable String bounded(String name, @Nullable String text) {
        if (text == null) {
            return null;
        }
        int lengthMax = rule(name).lengthMax();
        if (text.codePointCount(0, text.length()) > lengthMax) {
            throw refused(
                    Reason.OUT_OF_RANGE, name, " is longer than " + lengthMax + " characters");
        }
        return text;
    }

    /** One of the values that the schema has. */
    <E> @Nullable E value(String name, Function<String, Optional<E>> reader) {
        String text = string(name);
        if (text == null) {
            return null;
        }
        Optional<E> read =
                rule(name).values().contains(text) ? reader.apply(text) : Optional.empty();
        return read.orElseThrow(
                () -> refused(Reason.UNKNOWN_VALUE, name, " is not one of its values"));
    }

    boolean flag(String name) {
        Object value = get(name);
        if (value == null) {
            return false;
        }
        if (!(value instanceof Boolean flag)) {
            throw refused(Reason.WRONG_TYPE, name, " is not true or false");
        }
        return flag;
    }

    @Nullable Long integer(String name) {
        Object value = get(name);
        if (value == null || value instanceof Long) {
            return (Long) value;
        }
        if (value instanceof JsonNode node && node.isIntegralNumber()) {
            throw refused(Reason.OUT_OF_RANGE, name, " does not fit 64 bits");
        }
        throw refused(Reason.WRONG_TYPE, name, " is not a whole number written as one");
    }

    @Nullable Integer smallInteger(String name) {
        Long value = integer(name);
        if (value == null) {
            return null;
        }
        MessageShape.Rule rule = rule(name);
        if (value < rule.min() || value > rule.max()) {
            throw refused(Reason.OUT_OF_RANGE, name, " is not " + rule.min() + " to " + rule.max());
        }
        return value.intValue();
    }

    @Nullable Instant instant(String name) {
        String text = string(name);
        if (text == null) {
            return null;
        }
        try {
            Instant instant = Timestamp.parse(text).truncatedTo(ChronoUnit.MICROS);
            if (instant.isBefore(FIRST) || !instant.isBefore(END)) {
                throw refused(Reason.OUT_OF_RANGE, name, " is not in the years 1970 to 2199");
            }
            return instant;
        } catch (DateTimeException e) {
            throw refused(Reason.BAD_FORMAT, name, " is not a date-time with an offset");
        }
    }

    @Nullable LocalDate date(String name) {
        String text = string(name);
        try {
            LocalDate date = text == null ? null : LocalDate.parse(text, DATE);
            if (date != null && (date.getYear() < 1970 || date.getYear() > 2199)) {
                throw refused(Reason.OUT_OF_RANGE, name, " is not in the years 1970 to 2199");
            }
            return date;
        } catch (DateTimeException e) {
            throw refused(Reason.BAD_FORMAT, name, " is not a date");
        }
    }

    @Nullable Money money(String name) {
        if (get(name) == null) {
            return null;
        }
        JsonFields money = part(name);
        long value = money.required(money.integer("value"), "value");
        if (value < 0) {
            throw refused(Reason.OUT_OF_RANGE, name, ".value is negative");
        }
        return new Money(value, money.required(money.currency("currency"), "currency"));
    }

    @Nullable Currency currency(String name) {
        String code = string(name);
        return code == null
                ? null
                : Currencies.find(code)
                        .orElseThrow(
                                () ->
                                        refused(
                                                Reason.UNKNOWN_CURRENCY,
                                                name,
                                                " is not a currency with minor units"));
    }

    /** Refuses an absent value. */
    <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw refused(Reason.MISSING_FIELD, name, " is missing");
        }
        return value;
    }

    /** Returns the value that was read under a name; null where it is absent. */
    @Nullable Object get(String name) {
        return values[number(name)];
    }

    private MessageShape.Rule rule(String name) {
        return shape.rule(number(name));
    }

    private int number(String name) {
        int number = shape.number(name);
        if (number < 0) {
            throw new IllegalArgumentException(at(name) + " is no member of a message");
        }
        return number;
    }

    MessageShape shape() {
        return shape;
    }

    /** Shows each member that is there with the number of its name, in the order of these. */
    void forEach(ObjIntConsumer<Object> shown) {
        for (int number = 0; number < values.length; number++) {
            Object value = values[number];
            if (value != null) {
                shown.accept(value, number);
            }
        }
    }

    private MalformedMessageException refused(Reason reason, String name, String why) {
        return new MalformedMessageException(reason, at(name) + why);
    }

    private String at(String name) {
        return shape.at(name);
    }
}
