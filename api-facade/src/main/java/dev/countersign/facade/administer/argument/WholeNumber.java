package dev.countersign.facade.administer.argument;

import picocli.CommandLine.TypeConversionException;

/** A count or a number of something on a command line. */
public final class WholeNumber {

    private WholeNumber() {}

    /** One that fits into an {@code int}. */
    public static int small(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw none(text);
        }
    }

    /** One that fits into a {@code long}. */
    public static long large(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw none(text);
        }
    }

    private static TypeConversionException none(String text) {
        return new TypeConversionException("'" + text + "' is no whole number that can be used");
    }
}
