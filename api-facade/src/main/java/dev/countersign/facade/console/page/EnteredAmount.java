package dev.countersign.facade.console.page;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;

/** Reader of an amount that an operator typed, in whole units of its currency. */
public final class EnteredAmount {

    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,13}(\\.[0-9]{1,4})?");

    private EnteredAmount() {}

    /**
     * Reads an amount into minor units.
     *
     * @throws InvalidInputException when it is none, is zero, or has digits that the currency lacks
     */
    public static long minor(String text, Currency currency) {
        String typed = ConsolePage.typed(text);
        int digits = currency.getDefaultFractionDigits();
        if (typed != null && AMOUNT.matcher(typed).matches()) {
            BigDecimal minor = new BigDecimal(typed).movePointRight(digits);
            if (minor.signum() > 0 && minor.stripTrailingZeros().scale() <= 0) {
                return minor.longValueExact();
            }
        }
        throw new InvalidInputException(
                "Say an amount above zero, such as %s %s."
                        .formatted(
                                BigDecimal.valueOf(1_250L).setScale(digits).toPlainString(),
                                currency.getCurrencyCode()));
    }
}
