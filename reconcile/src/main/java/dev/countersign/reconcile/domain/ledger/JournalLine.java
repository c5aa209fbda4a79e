package dev.countersign.reconcile.domain.ledger;

import dev.countersign.reconcile.domain.money.Money;

/** One line of a journal: an amount above 0 on one side of an account. */
public record JournalLine(LedgerAccount account, Side side, Money money) {

    public JournalLine {
        if (money.minor() == 0) {
            throw new IllegalArgumentException("a line of nothing on " + account.code());
        }
    }
}
