package dev.countersign.facade.administer;

import dev.countersign.reconcile.domain.account.Account;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.service.issuing.Accounts;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The account that a command is about. It need not be named where there is only one. */
public final class AccountOption {

    @Option(
            names = "--account",
            paramLabel = "acct_…",
            description = "The account; need not be named where there is only one.")
    private @Nullable String account;

    /** The account that is named, or the only one. */
    public AccountId require(Accounts accounts, AdministrationCommand command) {
        List<Account> all = accounts.list();
        if (account != null) {
            return find(account, all);
        }
        if (all.isEmpty()) {
            throw AdministrationCommand.missing(
                    "There is no account yet: start the product, which opens the first one, or open"
                            + " one with 'countersign accounts create --name NAME'.");
        }
        if (all.size() > 1) {
            throw command.misuse(
                    "There is more than one account: name one with --account. There is "
                            + names(all)
                            + ".");
        }
        return all.getFirst().id();
    }

    /** The account of a written id. */
    public static AccountId find(String wanted, List<Account> all) {
        return all.stream()
                .map(Account::id)
                .filter(id -> id.toString().equals(wanted))
                .findFirst()
                .orElseThrow(
                        () ->
                                AdministrationCommand.missing(
                                        "There is no account %s%s"
                                                .formatted(
                                                        wanted,
                                                        all.isEmpty()
                                                                ? "."
                                                                : ". There is "
                                                                        + names(all)
                                                                        + ".")));
    }

    private static String names(List<Account> all) {
        return all.stream()
                .map(each -> each.id() + " (" + each.name() + ")")
                .collect(Collectors.joining(", "));
    }
}
