package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.domain.account.Account;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Accounts: the issuers that use this installation. */
@Command(
        name = "accounts",
        description = "Opens and lists accounts, and hands over their PIN keys.",
        subcommands = {
            AccountsCreate.class,
            AccountsCommand.AccountList.class,
            AccountsPinKey.class
        })
public final class AccountsCommand extends CommandGroup {

    /** Lists accounts. */
    @Command(name = "list", description = "Lists the accounts, oldest first.")
    static final class AccountList extends AdministrationCommand {

        private static final Columns<Account> COLUMNS =
                Columns.<Account>of()
                        .text("id", Account::id)
                        .text("name", Account::name)
                        .time("created_at", Account::createdAt);

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            format.print(COLUMNS, open().accounts().list(), out());
            return DONE;
        }
    }
}
