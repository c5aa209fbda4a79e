package dev.countersign.facade.administer.funding;

import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.funding.FundingAccount;

/** Shows a funding account with the names that the sandbox helpers have for its fields. */
final class FundingRow {

    static final Columns<FundingAccount> COLUMNS =
            Columns.<FundingAccount>of()
                    .text("id", FundingAccount::id)
                    .text("mode", account -> account.book().mode().wire())
                    .text("currency", FundingRow::currency)
                    .amount("balance", FundingAccount::balanceMinor, FundingRow::currency)
                    .amount("held", FundingAccount::heldMinor, FundingRow::currency)
                    .amount("available", FundingAccount::availableMinor, FundingRow::currency)
                    .text("program_id", FundingAccount::program)
                    .text("customer_id", FundingAccount::customer)
                    .time("created_at", FundingAccount::createdAt)
                    .text("account_id", account -> account.book().account())
                    .details("created_at", "account_id");

    private FundingRow() {}

    private static String currency(FundingAccount account) {
        return account.currency().getCurrencyCode();
    }
}
