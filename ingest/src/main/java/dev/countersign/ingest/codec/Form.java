package dev.countersign.ingest.codec;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * How a text is written: what a regular expression says, which names it where a text is refused.
 * The forms that every message has are tried letter by letter, for a fraction of what a matcher of
 * the expression costs.
 */
final class Form {

    private final String expression;
    private final Predicate<String> fits;

    private Form(String expression, Predicate<String> fits) {
        this.expression = expression;
        this.fits = fits;
    }

    /** As many digits. */
    static Form digits(int count) {
        return letters("[0-9]", '0', '9', count, count);
    }

    /** From so many digits to so many. */
    static Form digits(int min, int max) {
        return letters("[0-9]", '0', '9', min, max);
    }

    /** As many capital letters. */
    static Form capitals(int count) {
        return letters("[A-Z]", 'A', 'Z', count, count);
    }

    /** As a regular expression has it. */
    static Form of(String expression) {
        Pattern pattern = Pattern.compile(expression);
        return new Form(expression, text -> pattern.matcher(text).matches());
    }

    private static Form letters(String each, char first, char last, int min, int max) {
        String times = min == max ? "{" + min + "}" : "{" + min + "," + max + "}";
        return new Form(
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
