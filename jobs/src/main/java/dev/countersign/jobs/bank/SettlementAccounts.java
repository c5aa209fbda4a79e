package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.camt.StatementHeader;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The accounts over which the networks are paid, one for each currency. A statement of any other
 * account is refused.
 *
 * @param byCurrency IBAN or other id, by currency code
 * @param otherwise the account of a currency that has none of its own; null for no such
 */
public record SettlementAccounts(Map<String, String> byCurrency, @Nullable String otherwise) {

    private static final String SETTING = "countersign.bank.accounts.";

    /** The ledger account that the report camt053 is of, and how it names its message. */
    private static final String OWN_ACCOUNT = "2010";

    private static final Pattern OWN_MESSAGE =
            Pattern.compile("(live|sandbox)-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]+");

    public SettlementAccounts {
        byCurrency =
                byCurrency.entrySet().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        account -> code(account.getKey()),
                                        account -> StatementHeader.account(account.getValue())));
        otherwise = otherwise == null ? null : StatementHeader.account(otherwise);
    }

    /** Names from the environment come in lower case. */
    private static String code(String name) {
        return Currencies.find(name.toUpperCase(Locale.ROOT))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        SETTING + name + " is not of a currency with minor units"))
                .getCurrencyCode();
    }

    /**
     * The settlement account that a statement is of.
     *
     * @param id as it is set
     */
    record SettlementAccount(String id, Currency currency) {}

    /**
     * Finds the settlement account that a statement is of.
     *
     * @throws ActionRefusedException when it is of none
     */
    SettlementAccount of(StatementHeader header) {
        if (isOwnReport(header)) {
            throw new ActionRefusedException(
                    "This is the report camt053 that Countersign issues about account %s of its ledger, and no statement of a bank."
                            .formatted(OWN_ACCOUNT));
        }
        Currency currency = header.currency() == null ? currency(header) : header.currency();
        String code = currency.getCurrencyCode();
        String wanted = byCurrency.getOrDefault(code, otherwise);
        String stated = String.join(" or ", header.accounts());
        if (wanted == null) {
            throw new ActionRefusedException(
                    "The %s is of account %s in %s, and no settlement account is set for %s: set %s%s or name it with --account."
                            .formatted(
                                    header.words(),
                                    stated,
                                    code,
                                    code,
                                    SETTING,
                                    code.toLowerCase(Locale.ROOT)));
        }
        if (!header.accounts().contains(wanted)) {
            throw new ActionRefusedException(
                    "The %s is of account %s, which is not the settlement account in %s: that is %s (%s)."
                            .formatted(
                                    header.words(),
                                    stated,
                                    code,
                                    wanted,
                                    byCurrency.containsKey(code)
                                            ? SETTING + code.toLowerCase(Locale.ROOT)
                                            : "--account"));
        }
        return new SettlementAccount(wanted, currency);
    }

    /** The currency of a statement that names none: that of the account, where it has one alone. */
    private Currency currency(StatementHeader header) {
        List<String> fitting =
                byCurrency.entrySet().stream()
                        .filter(account -> header.accounts().contains(account.getValue()))
                        .map(Map.Entry::getKey)
                        .toList();
        if (fitting.size() != 1) {
            throw new ActionRefusedException(
                    "The %s names no currency, neither of its account nor of a balance or an entry."
                            .formatted(header.words()));
        }
        return Currencies.find(fitting.getFirst()).orElseThrow();
    }

    private static boolean isOwnReport(StatementHeader header) {
        return header.message() != null
                && OWN_MESSAGE.matcher(header.message()).matches()
                && header.accounts().contains(OWN_ACCOUNT);
    }
}
