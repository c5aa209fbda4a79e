package dev.countersign.facade.administer;

import dev.countersign.reconcile.domain.account.Account;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.service.issuing.Accounts;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The filter of a list by books: all of them, unless an account or a mode is named. */
public final class BookFilter {

    @Option(
            names = "--mode",
            paramLabel = "live|sandbox",
            defaultValue = "${env:COUNTERSIGN_MODE}",
            description = "Only of one book; of both, unless $COUNTERSIGN_MODE names one.")
    private @Nullable Mode mode;

    @Option(names = "--account", paramLabel = "acct_…", description = "Only of this account.")
    private @Nullable String account;

    /** The books, oldest account first. */
    public List<Book> books(Accounts accounts) {
        List<Account> all = accounts.list();
        List<AccountId> wanted =
                account == null
                        ? all.stream().map(Account::id).toList()
                        : List.of(AccountOption.find(account, all));
        return wanted.stream()
                .flatMap(id -> List.of(Mode.values()).stream().map(each -> new Book(id, each)))
                .filter(book -> mode == null || book.mode() == mode)
                .toList();
    }
}
