package dev.countersign.jobs.fx;

import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of a currency that is bought with another one.
 *
 * @param valueDate on which the bank moves both
 */
public record CurrencyPurchase(Money bought, Money paid, LocalDate valueDate) {

    private static final Pattern WORDS =
            Pattern.compile(
                    "([A-Z]{3}) ([0-9]{1,18}) for ([A-Z]{3}) ([0-9]{1,18}) on ([0-9-]{10})");

    /**
     * Makes sure that there are two currencies and amounts.
     *
     * @throws ActionRefusedException when it is none
     */
    public CurrencyPurchase {
        if (bought.currency().equals(paid.currency())) {
            throw new ActionRefusedException(
                    "A currency is bought with another one, and both are %s."
                            .formatted(bought.currency().getCurrencyCode()));
        }
        if (bought.minor() < 1 || paid.minor() < 1) {
            throw new ActionRefusedException("What is bought and what is paid are above zero.");
        }
    }

    /**
     * Reads the written form.
     *
     * @throws ActionRefusedException when it is none
     */
    public static CurrencyPurchase parse(String text) {
        Matcher matcher = WORDS.matcher(text);
        if (matcher.matches()) {
            try {
                return new CurrencyPurchase(
                        money(matcher.group(1), matcher.group(2)),
                        money(matcher.group(3), matcher.group(4)),
                        LocalDate.parse(matcher.group(5)));
            } catch (DateTimeException e) {
                throw new ActionRefusedException("There is no day %s.".formatted(matcher.group(5)));
            }
        }
        throw new ActionRefusedException("That is no purchase of a currency.");
    }

    private static Money money(String code, String minor) {
        return new Money(
                Long.parseLong(minor),
                Currencies.find(code)
                        .orElseThrow(
                                () ->
                                        new ActionRefusedException(
                                                "There is no currency %s.".formatted(code))));
    }

    /** The written form, in minor units. */
    @Override
    public String toString() {
        return "%s %s for %s %s on %s"
                .formatted(
                        bought.currency().getCurrencyCode(),
                        bought.minor(),
                        paid.currency().getCurrencyCode(),
                        paid.minor(),
                        valueDate);
    }
}
