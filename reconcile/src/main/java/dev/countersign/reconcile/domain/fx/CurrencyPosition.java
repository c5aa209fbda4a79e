package dev.countersign.reconcile.domain.fx;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Currency;

/**
 * The amount that accounts 1900 and 1901 carry together in a currency, and the rate that it is
 * valued by.
 *
 * @param minor above 0 a debit
 */
public record CurrencyPosition(Currency currency, BigInteger minor, ReferenceRate rate) {

    private static final int EURO_DIGITS = 2;

    /**
     * Returns the value in euro cents: the amount divided by the rate, once, rounded half up (away
     * from zero where it is exactly half a cent).
     */
    public BigInteger valueMinor() {
        return new BigDecimal(minor, currency.getDefaultFractionDigits())
                .movePointRight(EURO_DIGITS)
                .divide(rate.rate(), 0, RoundingMode.HALF_UP)
                .toBigIntegerExact();
    }
}
