package dev.countersign.facade.administer.funding;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.argument.MinorUnits;
import dev.countersign.facade.administer.argument.NonBlankText;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Books an amount on a funding account. */
abstract class FundingMove extends AdministrationCommand {

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
                                        new RequestRefusedException(
                                                ErrorCode.RESOURCE_MISSING,
                                                "There is no funding account "
                                                        + account
                                                        + ": 'countersign funding list' shows them."));
        long minor = MinorUnits.read(this, amount, before.currency());
        if (minor < 1) {
            throw misuse("An amount is at least 1.");
        }
        format.printOne(FundingRow.COLUMNS, book(funding, before, minor), out());
        return DONE;
    }

    /** Books the amount; the account as it is then. */
    abstract FundingAccount book(FundingAccounts funding, FundingAccount account, long minor);
}
