package dev.countersign.reconcile.domain.program;

import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.money.Currencies;
import java.util.Currency;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A currency in which the cards of a program may be settled, beside their own.
 *
 * @param institution that settles in it; null for every one
 */
public record SettlementCurrency(@Nullable String institution, Currency currency) {

    private static final Pattern TEXT = Pattern.compile("(?:([^:,\\s]{1,64}):)?([A-Z]{3})");

    /** Reads a currency such as {@code USD}, or one of an institution: {@code 1000000000:USD}. */
    public static Optional<SettlementCurrency> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Currencies.find(matcher.group(2))
                        .map(currency -> new SettlementCurrency(matcher.group(1), currency))
                : Optional.empty();
    }

    /** True when a record may be settled so. */
    public boolean covers(Settlement settlement) {
        return currency.getCurrencyCode().equals(settlement.currency())
                && settlement.minor() != null
                && settlement.minor() != Long.MIN_VALUE
                && (institution == null || institution.equals(settlement.institutionId()));
    }

    @Override
    public String toString() {
        return institution == null
                ? currency.getCurrencyCode()
                : institution + ":" + currency.getCurrencyCode();
    }
}
