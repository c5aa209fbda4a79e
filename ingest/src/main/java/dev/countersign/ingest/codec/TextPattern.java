package dev.countersign.ingest.codec;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The way in which a text is written, as a regular expression says it. The expression names the
 * pattern where a text is refused. Plain runs of digits or capitals are tried character by
 * character, for a fraction of what a matcher of the expression costs.
 */
final class TextPattern {

    private final String expression;
    private final Predicate<String> fits;

    private TextPattern(String expression, Predicate<String> fits) {
        this.expression = expression;
        this.fits = fits;
    }

    /** So many digits, no fewer and no more. */
    static TextPattern digits(int count) {
        return run("[0-9]", '0', '9', count, count);
    }

    /** From so many digits to so many. */
    static TextPattern digits(int min, int max) {
        return run("[0-9]", '0', '9', min, max);
    }

    /** So many capital letters, no fewer and no more. */
    static TextPattern capitals(int count) {
        return run("[A-Z]", 'A', 'Z', count, count);
    }

    /** As a regular expression has it; what fits is kept, so it lets nothing through but ASCII. */
    static TextPattern of(String expression) {
        Pattern pattern = Pattern.compile(expression);
        return new TextPattern(expression, text -> pattern.matcher(text).matches());
    }

    private static TextPattern run(String each, char first, char last, int min, int max) {
        String times = min == max ? "{" + min + "}" : "{" + min + "," + max + "}";
        return new TextPattern(
                each + times,
                text -> {
                    if (text.length() < min || text.length() > max) {
                        return false;
                    }
                    for (int i = 0; i < text.length(); i++) {
                        if (text.charAt(i) < first || text.charAt(i) > last) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    boolean fits(String text) {
        return fits.test(text);
    }

    @Override
    public String toString() {
        return expression;
    }
}
