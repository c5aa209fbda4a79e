package dev.countersign.ingest.codec;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Reads date-times. The form that networks send, {@code 2026-11-20T10:15:30.123456Z}, is read digit
 * by digit: the general parser costs more than the decision that waits for it. Every other form is
 * left to it, and so is the judgement of what is none.
 */
final class Timestamp {

    private static final String FORM = "dddd-dd-ddTdd:dd:dd";
    private static final int FRACTION_MAX = 9;
    private static final int SECONDS_OF_DAY = 86_400;

    private Timestamp() {}

    /**
     * The instant that a text names.
     *
     * @throws DateTimeException when it names none
     */
    static Instant parse(String text) {
        Instant usual = usual(text);
        return usual == null ? Instant.parse(text) : usual;
    }

    private static @Nullable Instant usual(String text) {
        int end = text.length() - 1;
        if (end < FORM.length() || text.charAt(end) != 'Z' || !formed(text)) {
            return null;
        }
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        int second = digits(text, 17, 19);
        int nanos = fraction(text, end);
        if (hour > 23 || minute > 59 || second > 59 || nanos < 0) {
            return null;
        }
        long day =
                LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
                        .toEpochDay();
        return Instant.ofEpochSecond(
                day * SECONDS_OF_DAY + hour * 3_600L + minute * 60L + second, nanos);
    }

    private static boolean formed(String text) {
        for (int i = 0; i < FORM.length(); i++) {
            boolean fits =
                    FORM.charAt(i) == 'd'
                            ? isDigit(text.charAt(i))
                            : text.charAt(i) == FORM.charAt(i);
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /**
     * Nanoseconds of what stands between the seconds and the Z; negative when it is no fraction.
     */
    private static int fraction(String text, int end) {
        int from = FORM.length();
        if (from == end) {
            return 0;
        }
        int length = end - from - 1;
        if (text.charAt(from) != '.' || length < 1 || length > FRACTION_MAX) {
            return -1;
        }
        int nanos = 0;
        for (int i = 0; i < FRACTION_MAX; i++) {
            char digit = i < length ? text.charAt(from + 1 + i) : '0';
            if (!isDigit(digit)) {
                return -1;
            }
            nanos = nanos * 10 + (digit - '0');
        }
        return nanos;
    }

    private static int digits(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + (text.charAt(i) - '0');
        }
        return number;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
