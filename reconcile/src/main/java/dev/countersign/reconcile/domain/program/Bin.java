package dev.countersign.reconcile.domain.program;

import dev.countersign.reconcile.domain.feed.Network;
import java.util.Optional;

/** The first 6 or 8 digits of a card number, which say whose network and whose program it is. */
public record Bin(String digits) {

    /** Reads 6 or 8 digits; empty for any other text. */
    public static Optional<Bin> parse(String text) {
        return text.matches("[0-9]{6}([0-9]{2})?") ? Optional.of(new Bin(text)) : Optional.empty();
    }

    /** Visa's begin with 4, Mastercard's with 51 to 55 or 2221 to 2720; empty for any other. */
    public Optional<Network> network() {
        int firstFour = Integer.parseInt(digits.substring(0, 4));
        if (firstFour / 1000 == 4) {
            return Optional.of(Network.VISA);
        }
        boolean mastercard =
                (firstFour >= 5100 && firstFour <= 5599)
                        || (firstFour >= 2221 && firstFour <= 2720);
        return mastercard ? Optional.of(Network.MASTERCARD) : Optional.empty();
    }
}
