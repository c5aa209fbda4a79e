package dev.countersign.reconcile.domain.ledger;

import dev.countersign.reconcile.domain.money.Money;
import java.util.ArrayList;
import java.util.List;

/** Collects pairs of lines; a pair of nothing is left out. */
final class JournalLines {

    private final List<JournalLine> lines = new ArrayList<>(4);

    JournalLines move(LedgerAccount debit, LedgerAccount credit, Money money) {
        if (money.minor() > 0) {
            lines.add(new JournalLine(debit, Side.DEBIT, money));
            lines.add(new JournalLine(credit, Side.CREDIT, money));
        }
        return this;
    }

    Journal journal(Journal.Entry entry) {
        return new Journal(entry, lines);
    }
}
