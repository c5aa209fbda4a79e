package dev.countersign.reconcile.domain.text;

import java.util.List;

/**
 * The first digits and the lengths that card numbers of the networks have (ISO/IEC 7812). One digit
 * string in ten passes the check digit; a reference of 15 digits or a time in milliseconds begins
 * as a card number of its length does far more seldom.
 */
final class IssuerRanges {

    private static final int PREFIX_DIGITS = 4;

    /** From the first four digits to the last four, and from so many digits to so many. */
    private record Range(int first, int last, int digitsMin, int digitsMax) {}

    private static final List<Range> RANGES =
            List.of(
                    new Range(2200, 2204, 16, 19), // Mir
                    new Range(2221, 2720, 16, 16), // Mastercard
                    new Range(3000, 3059, 14, 19), // Diners Club
                    new Range(3095, 3095, 14, 19), // Diners Club
                    new Range(3400, 3499, 15, 15), // American Express
                    new Range(3528, 3589, 16, 19), // JCB
                    new Range(3600, 3699, 14, 19), // Diners Club
                    new Range(3700, 3799, 15, 15), // American Express
                    new Range(3800, 3999, 14, 19), // Diners Club
                    new Range(4000, 4999, 13, 13), // Visa, as it was
                    new Range(4000, 4999, 16, 16), // Visa
                    new Range(4000, 4999, 19, 19), // Visa
                    new Range(5000, 5099, 16, 19), // Maestro
                    new Range(5100, 5599, 16, 16), // Mastercard
                    new Range(5600, 5899, 16, 19), // Maestro
                    new Range(6000, 6999, 16, 19), // Discover, RuPay, UnionPay, Maestro
                    new Range(8100, 8299, 16, 19)); // UnionPay, RuPay

    private IssuerRanges() {}

    /** Tells whether a network has card numbers that begin so and are so long. */
    static boolean hold(byte[] digits, int from, int count) {
        int prefix = 0;
        for (int i = from; i < from + PREFIX_DIGITS; i++) {
            prefix = prefix * 10 + digits[i];
        }
        for (Range range : RANGES) {
            if (prefix >= range.first()
                    && prefix <= range.last()
                    && count >= range.digitsMin()
                    && count <= range.digitsMax()) {
                return true;
            }
        }
        return false;
    }
}
