package dev.countersign.facade.administer.funding;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.BookFilter;
import dev.countersign.facade.administer.argument.MinorUnits;
import dev.countersign.facade.administer.argument.NonBlankText;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Funding accounts: the money that cards spend from. */
@Command(
        name = "funding",
        description = "Opens, lists, credits and debits funding accounts.",
        subcommands = {
            FundingCreate.class,
            FundingCommand.AccountList.class,
            FundingCommand.Credit.class,
            FundingCommand.Debit.class
        })
public final class FundingCommand extends CommandGroup {

    /** Lists funding accounts. */
    @Command(
            name = "list",
            description =
                    "Lists the funding accounts of all accounts in both modes, with what is held and "
                            + "what is available.")
    static final class AccountList extends AdministrationCommand {

        @Mixin private BookFilter filter = new BookFilter();

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            Administration administration = open();
            List<FundingAccount> rows =
                    filter.books(administration.accounts()).stream()
                            .flatMap(book -> administration.funding().all(book).stream())
                            .toList();
            format.print(FundingRow.COLUMNS, rows, out());
            return DONE;
        }
    }

    /** Books an amount on a funding account. */
    abstract static class Move extends AdministrationCommand {

        @Parameters(paramLabel = "fund_…", description = "The funding account, of whichever mode.")
        private String account = "";

        @Option(
                names = "--amount",
                required = true,
                paramLabel = "MINOR",
                description = "How much, in minor units; at least 1.")
        private String amount = "";

        /** The audit trail keeps each option as it was typed. */
        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                converter = NonBlankText.class,
                description = "Why, for the audit trail: such as the reference of a payment.")
        final void because(String unusedReason) {}

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public final Integer call() {
            FundingAccounts funding = open().funding();
            FundingAccount before =
                    FundingId.parse(account)
                            .flatMap(funding::find)
                            .orElseThrow(
                                    () ->
                                            missing(
                                                    "There is no funding account %s: 'countersign funding list' shows them."
                                                            .formatted(account)));
            long minor = MinorUnits.read(this, amount, before.currency());
            refuse(minor < 1, "An amount is at least 1.");
            format.printOne(FundingRow.COLUMNS, book(funding, before, minor), out());
            return DONE;
        }

        /** Books the amount; the account as it is then. */
        abstract FundingAccount book(FundingAccounts funding, FundingAccount account, long minor);
    }

    /** Money in. */
    @Command(
            name = "credit",
            description = "Books money that the owner of a funding account paid in.")
    static final class Credit extends Move {

        @Override
        FundingAccount book(FundingAccounts funding, FundingAccount account, long minor) {
            return funding.credit(account.book(), account.id(), minor);
        }
    }

    /** Money out. */
    @Command(
            name = "debit",
            description =
                    "Books money that the owner of a funding account takes out; refused where less is available.")
    static final class Debit extends Move {

        @Override
        FundingAccount book(FundingAccounts funding, FundingAccount account, long minor) {
            return funding.debit(account.book(), account.id(), minor);
        }
    }
}
