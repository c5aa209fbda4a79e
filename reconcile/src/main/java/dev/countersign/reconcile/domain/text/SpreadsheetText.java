package dev.countersign.reconcile.domain.text;

/**
 * Text in a file that a spreadsheet opens. A cell that begins like a formula is computed there, by
 * whoever opens the file and not by whoever wrote the text.
 */
public final class SpreadsheetText {

    /** The signs that begin a formula, their full-width forms, and what is skipped before them. */
    private static final String FORMULA_STARTS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    private SpreadsheetText() {}

    /** The text with an apostrophe before it where a spreadsheet would take it for a formula. */
    public static String harmless(String text) {
        return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }
}
