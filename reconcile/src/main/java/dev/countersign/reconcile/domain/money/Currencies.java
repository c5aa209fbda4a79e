package dev.countersign.reconcile.domain.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The currencies an amount can be in: those of ISO 4217 that have a minor unit. Codes without one
 * (XXX, XAU) are not money.
 */
public final class Currencies {

    private static final Map<String, Currency> BY_CODE =
            Currency.getAvailableCurrencies().stream()
                    .filter(currency -> currency.getDefaultFractionDigits() >= 0)
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    Currency::getCurrencyCode, Function.identity()));

    private Currencies() {}

    /** The currency of an upper-case code, or empty when there is no such money. */
    public static Optional<Currency> find(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** An amount with its decimal point and its currency, such as {@code 890.00 EUR}. */
    public static String amount(BigInteger minor, Currency currency) {
        return new BigDecimal(minor, currency.getDefaultFractionDigits()).toPlainString()
                + " "
                + currency.getCurrencyCode();
    }

    /** One whole unit, such as 100 cents or 1 yen, in minor units. */
    public static long majorUnit(Currency currency) {
        long unit = 1;
        for (int digit = 0; digit < currency.getDefaultFractionDigits(); digit++) {
            unit *= 10;
        }
        return unit;
    }
}
