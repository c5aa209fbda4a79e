package dev.countersign.reconcile.vault;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A card number of 13 to 19 digits whose check digit holds. It shows itself as its first six and
 * last four digits, the most that PCI DSS 3.4.1 lets be displayed; the whole stays in the vault.
 */
public final class Pan {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{13,19}");
    private static final int BIN_LENGTH = 6;
    private static final int LAST_LENGTH = 4;

    private final String digits;

    private Pan(String digits) {
        this.digits = digits;
    }

    /** Reads a card number; empty when the text cannot be one. */
    public static Optional<Pan> parse(String text) {
        return DIGITS.matcher(text).matches() && Luhn.holds(text)
                ? Optional.of(new Pan(text))
                : Optional.empty();
    }

    /** The first six digits, which name the issuer. */
    public String bin() {
        return digits.substring(0, BIN_LENGTH);
    }

    /** The last four digits, with the check digit, by which a holder knows the card. */
    public String last4() {
        return digits.substring(digits.length() - LAST_LENGTH);
    }

    String digits() {
        return digits;
    }

    /** The digits in ASCII, for the caller to wipe. */
    byte[] bytes() {
        return digits.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Pan pan && pan.digits.equals(digits);
    }

    @Override
    public int hashCode() {
        return digits.hashCode();
    }

    @Override
    public String toString() {
        return bin() + "*".repeat(digits.length() - BIN_LENGTH - LAST_LENGTH) + last4();
    }
}
