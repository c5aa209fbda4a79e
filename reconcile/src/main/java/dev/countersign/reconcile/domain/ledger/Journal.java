package dev.countersign.reconcile.domain.ledger;

import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.money.Money;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * One event in the book. In each currency its debits equal its credits; it cannot be made
 * otherwise. It is never changed: what was wrong is taken back by another.
 */
public record Journal(Entry entry, List<JournalLine> lines) {

    /**
     * The name of a journal.
     *
     * @param businessDate the day it is booked on
     * @param subject what the event is about: a clearing record, a transaction, a dispute, a
     *     settlement cycle. Ids in the order of time keep the book in order, as it grows
     * @param from how many entries the same event has booked for the subject before: 0 but for what
     *     goes on part by part: leaves suspense, or gives interchange back
     */
    public record Entry(
            UUID id, LocalDate businessDate, JournalEvent event, UUID subject, int from) {

        /**
         * The entry of an event about a subject. Its id follows from them, so that booking it again
         * names it the same.
         */
        public static Entry of(LocalDate businessDate, JournalEvent event, UUID subject) {
            return of(businessDate, event, subject, 0);
        }

        /** The same, of an event that booked entries for the subject before. */
        public static Entry of(LocalDate businessDate, JournalEvent event, UUID subject, int from) {
            UUID distinct =
                    from == 0
                            ? NamedId.of(event.wire(), subject)
                            : NamedId.of(event.wire(), subject, from);
            return new Entry(
                    TimeOrderedId.of(
                            businessDate.atStartOfDay(ZoneOffset.UTC).toInstant(), distinct),
                    businessDate,
                    event,
                    subject,
                    from);
        }
    }

    public Journal {
        lines = List.copyOf(lines);
        difference(lines)
                .forEach(
                        (currency, difference) -> {
                            if (difference.signum() != 0) {
                                throw new IllegalArgumentException(
                                        "%s of %s is out of balance by %s %s"
                                                .formatted(
                                                        entry.event().wire(),
                                                        entry.subject(),
                                                        difference,
                                                        currency));
                            }
                        });
    }

    /** True when nothing moved, and so nothing has to be booked. */
    public boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The journal that takes this one back. */
    public Journal reversedBy(Entry by) {
        return new Journal(
                by,
                lines.stream()
                        .map(
                                line ->
                                        new JournalLine(
                                                line.account(),
                                                line.side().opposite(),
                                                line.money()))
                        .toList());
    }

    public Money sum(LedgerAccount account, Side side, Currency currency) {
        long sum = 0;
        for (JournalLine line : lines) {
            if (line.account() == account
                    && line.side() == side
                    && line.money().currency().equals(currency)) {
                sum = Math.addExact(sum, line.money().minor());
            }
        }
        return new Money(sum, currency);
    }

    private static Map<Currency, BigInteger> difference(List<JournalLine> lines) {
        Map<Currency, BigInteger> difference = new LinkedHashMap<>();
        for (JournalLine line : lines) {
            BigInteger minor = BigInteger.valueOf(line.money().minor());
            difference.merge(
                    line.money().currency(),
                    line.side() == Side.DEBIT ? minor : minor.negate(),
                    BigInteger::add);
        }
        return difference;
    }
}
