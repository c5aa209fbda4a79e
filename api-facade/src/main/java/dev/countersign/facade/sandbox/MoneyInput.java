package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import java.util.Currency;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Amounts as a caller gives them: a number, and beside it a currency. */
final class MoneyInput {

    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    private static final Currency ANY = Currency.getInstance("EUR");

    private MoneyInput() {}

    /** Refuses what is no currency or amount, before anything is looked up. */
    static void check(Body body) {
        var unusedCurrency = currency(body, "currency", ANY);
        var unusedAmount = atMerchant(body, ANY, null, 0);
    }

    /** A currency that money can be in; another where the body names none. */
    static Currency currency(Body body, String name, Currency otherwise) {
        String code = body.text(name, CURRENCY, "three uppercase letters");
        return code == null ? otherwise : known(code, name);
    }

    /** The currency of a code. */
    static Currency known(String code, String name) {
        return Currencies.find(code)
                .orElseThrow(
                        () ->
                                new RequestRefusedException(
                                        ErrorCode.VALUE_INVALID,
                                        "There is no such currency.",
                                        name));
    }

    /**
     * The amount at the merchant: as the body says it, or the amount on the card where it is in the
     * same currency.
     *
     * @param otherwise the merchant's currency where the body names none
     * @param derived the amount in that currency where the body names none
     */
    static Money atMerchant(Body body, Currency otherwise, @Nullable Money derived, long amount) {
        Currency currency = currency(body, "merchant_currency", otherwise);
        Long minor = body.integer("merchant_amount", 0);
        if (minor != null) {
            return new Money(minor, currency);
        }
        return derived != null && derived.currency().equals(currency)
                ? derived
                : new Money(amount, currency);
    }
}
