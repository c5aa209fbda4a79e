package dev.countersign.facade.administer.funding;

import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import picocli.CommandLine.Command;

/** Money in. */
@Command(
        name = "credit",
        description = "Books money that the owner of a funding account paid in.",
        mixinStandardHelpOptions = true)
final class FundingCredit extends FundingMove {

    @Override
    FundingAccount book(FundingAccounts funding, FundingAccount account, long minor) {
        return funding.credit(account.book(), account.id(), minor);
    }
}
