package dev.countersign.facade.sandbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A funding account as the helpers show it. */
record FundingAccountJson(
        String object,
        String id,
        String currency,
        BigInteger balance,
        BigInteger available,
        @JsonProperty("program_id") @Nullable String programId,
        @JsonProperty("customer_id") @Nullable String customerId) {

    static FundingAccountJson of(FundingAccount account) {
        return new FundingAccountJson(
                "funding_account",
                account.id().toString(),
                account.currency().getCurrencyCode(),
                account.balanceMinor(),
                account.availableMinor(),
                account.program() == null ? null : account.program().toString(),
                account.customer() == null ? null : account.customer().toString());
    }
}
