package dev.countersign.facade.administer.funding;

import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import picocli.CommandLine.Command;

/** Money out. */
@Command(
        name = "debit",
        description =
                "Books money that the owner of a funding account takes out; refused where less is available.",
        mixinStandardHelpOptions = true)
final class FundingDebit extends FundingMove {

    @Override
    FundingAccount book(FundingAccounts funding, FundingAccount account, long minor) {
        return funding.debit(account.book(), account.id(), minor);
    }
}
