package dev.countersign.ingest.testkit.night;

import dev.countersign.ingest.simulate.NetworkCycle;
import dev.countersign.ingest.simulate.SimulatedLifecycle;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The bookings that the nights must make: to accounts, as posted on a date, and to cycles of the
 * network.
 */
final class NightBooks {

    private final SortedMap<String, Long> balances = new TreeMap<>();
    private final SortedMap<String, Sums> postings = new TreeMap<>();
    private final SortedMap<String, Cycle> cycles = new TreeMap<>();
    private final Set<NetworkCycle.Key> charged = new HashSet<>();

    private static final class Sums {
        private long count;
        private long debits;
        private long credits;

        String line() {
            return String.format(Locale.ROOT, "%d %d %d", count, debits, credits);
        }
    }

    private static final class Cycle {
        private long debitCount;
        private long debits;
        private long creditCount;
        private long credits;
        private long interchange;
        private long fees;

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%d %d %d %d %d %d",
                    debitCount,
                    debits,
                    creditCount,
                    credits,
                    interchange,
                    fees);
        }
    }

    void present(NetworkCycle.Key key, long amount, LocalDate night) {
        move("2100", "2010", amount);
        post(night, "purchase", amount, 0);
        Cycle cycle = cycle(key);
        cycle.debitCount++;
        cycle.debits += amount;
        earn(cycle, SimulatedLifecycle.interchange(amount), night);
    }

    void refund(NetworkCycle.Key key, long amount, LocalDate night) {
        move("2010", "2100", amount);
        post(night, "refund", 0, amount);
        Cycle cycle = cycle(key);
        cycle.creditCount++;
        cycle.credits += amount;
        earn(cycle, SimulatedLifecycle.interchange(-amount), night);
    }

    /** Cash is in no cycle. */
    void withdraw(long amount, LocalDate night) {
        move("2100", "2010", amount);
        post(night, "cash", amount, 0);
    }

    /** The network takes its fees for a cycle once, however often it totals it. */
    void charge(NetworkCycle.Key key, LocalDate night) {
        if (charged.add(key)) {
            move("5010", "2010", NetworkCycle.FEES);
            post(night, "fee", NetworkCycle.FEES, 0);
            cycle(key).fees += NetworkCycle.FEES;
        }
    }

    private void earn(Cycle cycle, long interchange, LocalDate night) {
        cycle.interchange += interchange;
        if (interchange != 0) {
            move("2010", "4010", interchange);
            post(night, "interchange", Math.max(0, -interchange), Math.max(0, interchange));
        }
    }

    private void move(String debit, String credit, long amount) {
        balances.merge(debit, amount, Long::sum);
        balances.merge(credit, -amount, Long::sum);
    }

    private void post(LocalDate night, String kind, long debit, long credit) {
        Sums sums = postings.computeIfAbsent(night + " " + kind, unseen -> new Sums());
        sums.count++;
        sums.debits += debit;
        sums.credits += credit;
    }

    private Cycle cycle(NetworkCycle.Key key) {
        return cycles.computeIfAbsent(
                key.settlementDate() + " " + key.network() + " " + key.currency(),
                unseen -> new Cycle());
    }

    /**
     * The accounts on which anything is.
     *
     * @param held what all holds come to, which are booked beside the money
     */
    SortedMap<String, Long> balances(long held) {
        SortedMap<String, Long> all = new TreeMap<>(balances);
        all.put("9010", held);
        all.put("9020", -held);
        all.values().removeIf(balance -> balance == 0);
        return all;
    }

    List<String> postings() {
        return postings.entrySet().stream()
                .map(sums -> sums.getKey() + " " + sums.getValue().line())
                .toList();
    }

    List<String> cycles() {
        return cycles.entrySet().stream()
                .map(cycle -> cycle.getKey() + " " + cycle.getValue().line())
                .toList();
    }
}
