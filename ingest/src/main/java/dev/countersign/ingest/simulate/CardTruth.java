package dev.countersign.ingest.simulate;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The facts that must be true of one card when the feed has been read: a model of the rules that
 * shares no code with the product. It sees each message once, in the order in which messages are
 * made.
 */
public final class CardTruth {

    private final Map<String, TransactionTruth> transactions = new LinkedHashMap<>();
    private final NavigableMap<LocalDate, Long> spentByDay = new TreeMap<>();

    /** One transaction as it must end, by its network reference. */
    public record TransactionTruth(
            String status, long amount, @Nullable String declineReason, LocalDate day) {}

    /** Returns the reason for which a purchase would not fit the limits; null when it fits. */
    @Nullable String limitReason(Instant at, long already, long amount) {
        LocalDate day = day(at);
        boolean fits =
                already + amount <= SimulatedRules.SINGLE_MAX
                        && onDay(day) + amount <= SimulatedRules.DAILY_MAX
                        && inMonth(YearMonth.from(day)) + amount <= SimulatedRules.MONTHLY_MAX;
        return fits ? null : "spending_limit_exceeded";
    }

    void approved(String reference, Instant at, long amount) {
        LocalDate day = day(at);
        transactions.put(reference, new TransactionTruth("authorized", amount, null, day));
        spend(day, amount);
    }

    void declined(String reference, Instant at, long amount, String reason) {
        transactions.put(reference, new TransactionTruth("declined", amount, reason, day(at)));
    }

    /** Approved by the network for us, after we declined it. */
    void overridden(String reference, long amount) {
        TransactionTruth before = known(reference);
        transactions.put(reference, new TransactionTruth("authorized", amount, null, before.day()));
        spend(before.day(), amount);
    }

    /** An increment counts on its own day. */
    void increased(String reference, Instant at, long amount) {
        TransactionTruth before = known(reference);
        transactions.put(
                reference,
                new TransactionTruth(
                        before.status(), before.amount() + amount, null, before.day()));
        spend(day(at), amount);
    }

    void reversed(String reference) {
        TransactionTruth before = known(reference);
        if (before.status().equals("authorized")) {
            transactions.put(
                    reference,
                    new TransactionTruth("reversed", before.amount(), null, before.day()));
            spend(before.day(), -before.amount());
        }
    }

    void reversedInPart(String reference, long amount) {
        TransactionTruth before = known(reference);
        if (before.status().equals("authorized")) {
            transactions.put(
                    reference,
                    new TransactionTruth(
                            "authorized", before.amount() - amount, null, before.day()));
            spend(before.day(), -amount);
        }
    }

    void refunded(String reference, Instant at, long amount) {
        transactions.put(reference, new TransactionTruth("settled", amount, null, day(at)));
    }

    /** Forgets transactions of earlier days, and what counted in months that were over by then. */
    void forgetBefore(LocalDate day) {
        transactions.values().removeIf(transaction -> transaction.day().isBefore(day));
        spentByDay.headMap(day.withDayOfMonth(1)).clear();
    }

    long amountOf(String reference) {
        return known(reference).amount();
    }

    /** Its transactions by network reference, in the order they were made. */
    public Map<String, TransactionTruth> transactions() {
        return Map.copyOf(transactions);
    }

    /** Returns the amounts that count towards limits, for each UTC day on which any does. */
    public Map<LocalDate, Long> usageByDay() {
        Map<LocalDate, Long> usage = new TreeMap<>(spentByDay);
        usage.values().removeIf(spent -> spent == 0);
        return usage;
    }

    /** The same by UTC month. */
    public Map<YearMonth, Long> usageByMonth() {
        Map<YearMonth, Long> usage = new TreeMap<>();
        usageByDay().forEach((day, spent) -> usage.merge(YearMonth.from(day), spent, Long::sum));
        return usage;
    }

    private TransactionTruth known(String reference) {
        TransactionTruth truth = transactions.get(reference);
        if (truth == null) {
            throw new IllegalStateException("no transaction " + reference + " was made");
        }
        return truth;
    }

    private long onDay(LocalDate day) {
        return spentByDay.getOrDefault(day, 0L);
    }

    private long inMonth(YearMonth month) {
        return usageByMonth().getOrDefault(month, 0L);
    }

    private void spend(LocalDate day, long amount) {
        spentByDay.merge(day, amount, Long::sum);
    }

    private static LocalDate day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }
}
