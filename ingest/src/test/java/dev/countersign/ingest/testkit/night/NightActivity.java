package dev.countersign.ingest.testkit.night;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The activity of each card on each day, as the report of activity must add it up. */
final class NightActivity {

    private final Map<String, Sums> days = new TreeMap<>();

    private static final class Sums {
        private long authorized;
        private long declined;
        private long released;
        private long releasedMinor;
        private long withdrawn;
        private long withdrawnMinor;
        private long forced;
        private long forcedMinor;
        private long counted;

        String line() {
            return LongStream.of(
                            authorized,
                            declined,
                            released,
                            releasedMinor,
                            withdrawn,
                            withdrawnMinor,
                            forced,
                            forcedMinor,
                            counted)
                    .mapToObj(Long::toString)
                    .collect(Collectors.joining(" "));
        }
    }

    static Map<String, String> lines(List<NightTransaction> transactions) {
        NightActivity activity = new NightActivity();
        transactions.forEach(activity::add);
        Map<String, String> lines = new TreeMap<>();
        activity.days.forEach((day, sums) -> lines.put(day, sums.line()));
        return lines;
    }

    private void add(NightTransaction transaction) {
        if (transaction.declined()) {
            on(transaction, transaction.day()).declined++;
        } else if (!transaction.refund()) {
            approved(transaction, on(transaction, transaction.day()));
        }
        transaction.counted().forEach((day, minor) -> on(transaction, day).counted += minor);
    }

    private static void approved(NightTransaction transaction, Sums sums) {
        if (transaction.forced()) {
            sums.forced++;
            sums.forcedMinor += transaction.cleared();
        } else {
            sums.authorized++;
        }
        if (transaction.cash()) {
            sums.withdrawn++;
            sums.withdrawnMinor += transaction.shown();
        }
        if (transaction.expired() > 0) {
            sums.released++;
            sums.releasedMinor += transaction.expired();
        }
    }

    private Sums on(NightTransaction transaction, LocalDate day) {
        return days.computeIfAbsent(
                transaction.card().id().value() + " " + day, unseen -> new Sums());
    }
}
