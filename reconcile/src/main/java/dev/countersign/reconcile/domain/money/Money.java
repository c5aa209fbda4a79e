package dev.countersign.reconcile.domain.money;

import java.util.Currency;

/**
 * An amount of at least 0 in whole minor units of its currency. The sign is a direction elsewhere.
 */
public record Money(long minor, Currency currency) {

    public Money {
        if (minor < 0) {
            throw new IllegalArgumentException("money is never negative: " + minor);
        }
    }

    public static Money of(long minor, String currency) {
        return new Money(
                minor,
                Currencies.find(currency)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "unknown currency " + currency)));
    }

    @Override
    public String toString() {
        return minor + " " + currency.getCurrencyCode();
    }
}
