package dev.countersign.reconcile.vault;

/** The check digit of a card number (ISO/IEC 7812-1, annex B). */
final class Luhn {

    private Luhn() {}

    /** The digit that makes these digits a card number when it follows them. */
    static char checkDigit(CharSequence digits) {
        return (char) ('0' + (10 - sum(digits, 1)) % 10);
    }

    /** Tells whether the last digit checks the others. */
    static boolean holds(CharSequence digits) {
        return sum(digits, 0) == 0;
    }

    /** The sum modulo 10, where the last digit stands {@code place} digits before the end. */
    private static int sum(CharSequence digits, int place) {
        int sum = 0;
        for (int i = digits.length() - 1, at = place; i >= 0; i--, at++) {
            int digit = digits.charAt(i) - '0';
            int doubled = digit * 2;
            sum += at % 2 == 0 ? digit : doubled / 10 + doubled % 10;
        }
        return sum % 10;
    }
}
