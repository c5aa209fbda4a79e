package dev.countersign.ingest.codec;

import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The way in which a text is written, as a regular expression says it. The expression names the
 * pattern where a text is refused. Plain runs of digits or capitals are tried character by
 * character, for a fraction of what a matcher of the expression costs.
 */
final class TextPattern {

    /** Characters of one range, so many of them: {@code [0-9]{2,3}}. */
    private static final Pattern RUN = Pattern.compile("\\[(.)-(.)]\\{([0-9]+)(?:,([0-9]+))?}");

    private final String expression;
    private final Predicate<String> fits;

    private TextPattern(String expression, Predicate<String> fits) {
        this.expression = expression;
        this.fits = fits;
    }

    /**
     * As the schema has it, from its first character to its last; what fits is kept, so it lets
     * nothing through but ASCII.
     */
    static TextPattern of(String anchored) {
        String expression = anchored.substring(1, anchored.length() - 1);
        Matcher run = RUN.matcher(expression);
        if (run.matches()) {
            int min = Integer.parseInt(run.group(3));
            int max = run.group(4) == null ? min : Integer.parseInt(run.group(4));
            return run(expression, run.group(1).charAt(0), run.group(2).charAt(0), min, max);
        }
        Pattern pattern = Pattern.compile(expression);
        return new TextPattern(expression, text -> pattern.matcher(text).matches());
    }

    private static TextPattern run(String expression, char first, char last, int min, int max) {
        return new TextPattern(
                expression,
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
