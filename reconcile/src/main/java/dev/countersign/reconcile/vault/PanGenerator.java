package dev.countersign.reconcile.vault;

import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Makes card numbers of 16 digits under an issuer's BIN. An eight-digit BIN leaves ten million of
 * them: whoever keeps them tries again when one is taken, and never gives one out twice.
 */
public final class PanGenerator {

    private static final Pattern BIN = Pattern.compile("[0-9]{6}|[0-9]{8}");
    private static final int LENGTH = 16;

    private final RandomGenerator random;

    /** With a source that nobody can foresee, where the numbers are to be used. */
    public PanGenerator(RandomGenerator random) {
        this.random = random;
    }

    /**
     * A card number under a BIN of 6 or 8 digits.
     *
     * @throws IllegalArgumentException if the BIN is anything else
     */
    public Pan next(String bin) {
        if (!BIN.matcher(bin).matches()) {
            throw new IllegalArgumentException("a BIN has 6 or 8 digits: " + bin);
        }
        StringBuilder digits = new StringBuilder(LENGTH).append(bin);
        while (digits.length() < LENGTH - 1) {
            digits.append(random.nextInt(10));
        }
        Optional<Pan> made = Pan.parse(digits.append(Luhn.checkDigit(digits)).toString());
        return made.orElseThrow();
    }
}
