package dev.countersign.reconcile.domain.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds card numbers in text and masks them before the text is kept or logged. A card number is 13
 * to 19 digits of any script, together or in groups with up to three separators between two, whose
 * check digit holds and that begin as the numbers of a network do ({@link IssuerRanges}). Its last
 * four digits are left, by which people know a card (PCI DSS 3.4.1 lets more be shown).
 *
 * <p>More digits in a row than 19 are no card number, such as the 23 of an acquirer reference, and
 * neither is what stands in a UUID.
 */
public final class CardNumberMask {

    /** A text with fewer digits holds no card number. */
    public static final int DIGITS_MIN = 13;

    private static final int DIGITS_MAX = 19;
    private static final int LEFT = 4;
    private static final char MASK = '*';

    /**
     * Maximum number of separators between two groups: a comma and a blank, a dash between blanks,
     * two stars.
     */
    private static final int SEPARATORS_MAX = 3;

    private static final int UUID_LENGTH = 36;

    private static final Pattern UUID =
            Pattern.compile(
                    "(?i)(?<![0-9a-z])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])");

    private final String text;
    private final int[] starts;
    private final int[] ends;
    private final byte[] values;

    /** For each digit whether it follows the one before at once, and whether one may follow it. */
    private final boolean[] adjacent;

    private final boolean[] joined;
    private int count;

    private CardNumberMask(String text) {
        this.text = text;
        this.starts = new int[text.length()];
        this.ends = new int[text.length()];
        this.values = new byte[text.length()];
        this.adjacent = new boolean[text.length()];
        this.joined = new boolean[text.length()];
    }

    /** The text with all but the last four digits of each card number as stars. */
    public static String mask(String text) {
        return mask(text, ReferenceMask.LAST_FOUR);
    }

    /** Tells whether a text holds a card number. */
    public static boolean finds(String text) {
        return !mask(text).equals(text);
    }

    static String mask(String text, ReferenceMask tokens) {
        if (!mayHoldNumber(text)) {
            return text;
        }
        CardNumberMask read = new CardNumberMask(text);
        read.readDigits();
        return read.replaced(tokens);
    }

    /** Stars in the place of all digits but the last four; separators stay. */
    static String lastFour(String number) {
        int left = countDigits(number) - LEFT;
        StringBuilder masked = new StringBuilder(number.length());
        for (int at = 0; at < number.length(); ) {
            int character = number.codePointAt(at);
            at += Character.charCount(character);
            if (Character.isDigit(character) && left > 0) {
                left--;
                masked.append(MASK);
            } else {
                masked.appendCodePoint(character);
            }
        }
        return masked.toString();
    }

    /**
     * Tells whether digits stand together as those of a card number do, without taking memory for
     * it: most texts hold none. More than ASCII is looked at closely in any case.
     */
    private static boolean mayHoldNumber(String text) {
        int together = 0;
        int run = 0;
        int separators = 0;
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit >= '0' && unit <= '9') {
                run++;
                separators = 0;
                continue;
            }
            if (unit >= 0x7F) {
                return countDigits(text) >= DIGITS_MIN;
            }
            if (run > 0) {
                together = run > DIGITS_MAX ? 0 : together + run;
                run = 0;
                if (together >= DIGITS_MIN) {
                    return true;
                }
            }
            boolean letter = (unit >= 'A' && unit <= 'Z') || (unit >= 'a' && unit <= 'z');
            separators += isBlankAfterBlank(text, at, unit) ? 0 : 1;
            if (letter || separators > SEPARATORS_MAX) {
                together = 0;
            }
        }
        return run <= DIGITS_MAX && together + run >= DIGITS_MIN;
    }

    /** Blanks in a row, and a line that ends with two characters, part two groups but once. */
    private static boolean isBlankAfterBlank(String text, int at, int character) {
        return at > 0
                && Character.isWhitespace(character)
                && Character.isWhitespace(text.charAt(at - 1));
    }

    private static int countDigits(String text) {
        int digits = 0;
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit >= '0' && unit <= '9') {
                digits++;
            } else if (unit >= 0x7F) {
                int character = text.codePointAt(at);
                digits += Character.isDigit(character) ? 1 : 0;
                at += Character.charCount(character) - 1;
            }
        }
        return digits;
    }

    private void readDigits() {
        Matcher uuid = UUID.matcher(text);
        boolean more = text.length() >= UUID_LENGTH && uuid.find();
        for (int at = 0; at < text.length(); ) {
            if (more && at == uuid.start()) {
                at = uuid.end();
                more = uuid.find();
                continue;
            }
            int character = text.codePointAt(at);
            int end = at + Character.charCount(character);
            if (Character.isDigit(character)) {
                add(at, end, Character.digit(character, 10));
            }
            at = end;
        }
    }

    private void add(int start, int end, int value) {
        starts[count] = start;
        ends[count] = end;
        values[count] = (byte) value;
        int before = count == 0 ? -1 : ends[count - 1];
        adjacent[count] = before == start;
        joined[count] = before >= 0 && separators(before, start) <= SEPARATORS_MAX;
        count++;
    }

    /**
     * Counts the separators between two digits. A character that is not seen counts as none, a
     * letter as one too many.
     */
    private int separators(int from, int to) {
        int separators = 0;
        for (int at = from; at < to && separators <= SEPARATORS_MAX; ) {
            int character = text.codePointAt(at);
            if (Character.isLetterOrDigit(character)) {
                return SEPARATORS_MAX + 1;
            }
            boolean seen =
                    Character.getType(character) != Character.FORMAT
                            && (at == from || !isBlankAfterBlank(text, at, character));
            separators += seen ? 1 : 0;
            at += Character.charCount(character);
        }
        return separators;
    }

    private String replaced(ReferenceMask tokens) {
        StringBuilder masked = new StringBuilder(text.length());
        int copied = 0;
        int first = 0;
        while (first < count) {
            int last = adjacent[first] ? -1 : lastOfNumber(first);
            if (last < 0) {
                first++;
            } else {
                masked.append(text, copied, starts[first]);
                masked.append(tokens.tokenOf(text.substring(starts[first], ends[last])));
                copied = ends[last];
                first = last + 1;
            }
        }
        return copied == 0 ? text : masked.append(text, copied, text.length()).toString();
    }

    /** The last digit of the longest card number that begins with this digit; negative for none. */
    private int lastOfNumber(int first) {
        int end = first + 1;
        while (end < count && end - first < DIGITS_MAX && joined[end]) {
            end++;
        }
        for (int last = end - 1; last - first + 1 >= DIGITS_MIN; last--) {
            boolean atGroupEnd = last + 1 == count || !adjacent[last + 1];
            if (atGroupEnd
                    && IssuerRanges.hold(values, first, last - first + 1)
                    && checkDigitHolds(first, last)) {
                return last;
            }
        }
        return -1;
    }

    /** ISO/IEC 7812-1, annex B. */
    private boolean checkDigitHolds(int first, int last) {
        int sum = 0;
        for (int i = last; i >= first; i--) {
            int digit = (last - i) % 2 == 0 ? values[i] : 2 * values[i];
            sum += digit > 9 ? digit - 9 : digit;
        }
        return sum % 10 == 0;
    }
}
