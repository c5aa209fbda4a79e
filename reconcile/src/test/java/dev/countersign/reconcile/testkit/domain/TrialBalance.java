package dev.countersign.reconcile.testkit.domain;

import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.ledger.Side;
import java.math.BigInteger;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Debits and credits of each account in each currency. Sums are exact, however large. */
public final class TrialBalance {

    private static final Comparator<Key> ORDER =
            Comparator.comparing((Key key) -> key.account().code())
                    .thenComparing(key -> key.currency().getCurrencyCode());

    private final Map<Key, Sums> rows;

    private TrialBalance(Map<Key, Sums> rows) {
        this.rows = Collections.unmodifiableMap(rows);
    }

    /** An account in one currency. */
    public record Key(LedgerAccount account, Currency currency) {}

    /** Both sides of an account. */
    public record Sums(BigInteger debit, BigInteger credit) {

        static final Sums NONE = new Sums(BigInteger.ZERO, BigInteger.ZERO);

        Sums plus(Side side, BigInteger minor) {
            return side == Side.DEBIT
                    ? new Sums(debit.add(minor), credit)
                    : new Sums(debit, credit.add(minor));
        }

        /** Debits less credits: below zero is a credit balance. */
        public BigInteger balance() {
            return debit.subtract(credit);
        }
    }

    /** The balance of these journals. */
    public static TrialBalance of(Iterable<Journal> journals) {
        Map<Key, Sums> rows = new TreeMap<>(ORDER);
        for (Journal journal : journals) {
            for (JournalLine line : journal.lines()) {
                rows.merge(
                        new Key(line.account(), line.money().currency()),
                        Sums.NONE.plus(line.side(), BigInteger.valueOf(line.money().minor())),
                        (a, b) -> new Sums(a.debit().add(b.debit()), a.credit().add(b.credit())));
            }
        }
        return new TrialBalance(rows);
    }

    /** All accounts that moved, by number and currency. */
    public Map<Key, Sums> rows() {
        return rows;
    }

    /** Debits less credits of an account; 0 where nothing moved. */
    public BigInteger balance(LedgerAccount account, Currency currency) {
        return rows.getOrDefault(new Key(account, currency), Sums.NONE).balance();
    }

    /** The currencies whose debits do not equal their credits; none in a sound book. */
    public List<Currency> unbalanced() {
        Map<String, BigInteger> differences = new TreeMap<>();
        rows.forEach(
                (key, sums) ->
                        differences.merge(
                                key.currency().getCurrencyCode(), sums.balance(), BigInteger::add));
        return differences.entrySet().stream()
                .filter(entry -> entry.getValue().signum() != 0)
                .map(entry -> Currency.getInstance(entry.getKey()))
                .toList();
    }
}
