package dev.countersign.reconcile.domain.ledger;

import java.math.BigDecimal;

/** One account in one currency: what was debited and credited up to a date. */
public record AccountBalance(String account, String currency, BigDecimal debit, BigDecimal credit) {

    /** Debits less credits. */
    public BigDecimal balance() {
        return debit.subtract(credit);
    }
}
