package dev.countersign.reconcile.domain.text;

/**
 * Tells which characters a text may hold. Reports are XML 1.0, CSV, XLSX and JSON, and people read
 * them: a control character cannot be carried or is not seen, a bidirectional override shows
 * another text than the one that is there, a noncharacter and half a surrogate pair are no text at
 * all.
 *
 * <p>Refused are the controls of C0 and C1 with DEL, the line and paragraph separators U+2028 and
 * U+2029, the embeddings, overrides and isolates U+202A to U+202E and U+2066 to U+2069, all
 * noncharacters, and surrogates that stand alone. A text of several lines may hold tab, line feed
 * and carriage return.
 */
public final class PlainText {

    /** Value that {@link #digitsOfLine} returns for a text that is refused. */
    public static final int REFUSED = -1;

    private static final char REPLACEMENT = '\uFFFD';

    private PlainText() {}

    /** Tells whether a text of one line holds nothing that is refused. */
    public static boolean isLine(String text) {
        return digitsOfLine(text) != REFUSED;
    }

    /** Tells whether a text of several lines holds nothing that is refused. */
    public static boolean isParagraph(String text) {
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            boolean plain = (unit >= ' ' && unit < 0x7F) || breaksLines(unit);
            if (!plain) {
                int length = lengthAllowed(text, at);
                if (length == 0) {
                    return false;
                }
                at += length - 1;
            }
        }
        return true;
    }

    /**
     * Counts the digits of a text of one line, of whatever script, in the one pass that looks at
     * its characters; {@link #REFUSED} for a text that holds what is refused.
     */
    public static int digitsOfLine(String text) {
        int digits = 0;
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit >= ' ' && unit < 0x7F) {
                if (unit >= '0' && unit <= '9') {
                    digits++;
                }
            } else {
                int length = lengthAllowed(text, at);
                if (length == 0) {
                    return REFUSED;
                }
                if (Character.isDigit(text.codePointAt(at))) {
                    digits++;
                }
                at += length - 1;
            }
        }
        return digits;
    }

    /**
     * A text that every report can carry: what is refused today and was kept before shows as
     * U+FFFD.
     */
    public static String legible(String text) {
        return isParagraph(text) ? text : legible(text, true);
    }

    /** The same for a text of one line, in which breaks show as U+FFFD too. */
    public static String legibleLine(String text) {
        return isLine(text) ? text : legible(text, false);
    }

    private static String legible(String text, boolean withBreaks) {
        StringBuilder legible = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            int length = withBreaks && breaksLines(unit) ? 1 : lengthAllowed(text, at);
            if (length == 0) {
                legible.append(REPLACEMENT);
                at += Character.charCount(text.codePointAt(at)) - 1;
            } else {
                legible.append(text, at, at + length);
                at += length - 1;
            }
        }
        return legible.toString();
    }

    /** Returns the number of units of the character that begins here; 0 where it is refused. */
    private static int lengthAllowed(String text, int at) {
        char unit = text.charAt(at);
        if (Character.isSurrogate(unit)) {
            boolean pair =
                    Character.isHighSurrogate(unit)
                            && at + 1 < text.length()
                            && Character.isLowSurrogate(text.charAt(at + 1));
            return pair && !isNoncharacter(text.codePointAt(at)) ? 2 : 0;
        }
        boolean refused =
                unit < ' '
                        || (unit >= 0x7F && unit <= 0x9F)
                        || (unit >= '\u2028' && unit <= '\u202E')
                        || (unit >= '\u2066' && unit <= '\u2069')
                        || isNoncharacter(unit);
        return refused ? 0 : 1;
    }

    private static boolean isNoncharacter(int character) {
        return (character & 0xFFFE) == 0xFFFE || (character >= 0xFDD0 && character <= 0xFDEF);
    }

    private static boolean breaksLines(char unit) {
        return unit == '\t' || unit == '\n' || unit == '\r';
    }
}
