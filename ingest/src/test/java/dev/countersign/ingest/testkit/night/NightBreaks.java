package dev.countersign.ingest.testkit.night;

import dev.countersign.ingest.simulate.SimulatedEvent;
import dev.countersign.ingest.simulate.SimulatedEvent.MerchantRefund;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The breaks that the stream and the nights must find, and which of them close by themselves. */
final class NightBreaks {

    private static final int LOW_DAYS = 30;
    private static final Set<String> LOW = Set.of("FX_VARIANCE", "STIP_OVERRIDE");

    private final List<ExpectedBreak> found = new ArrayList<>();

    /** One of them; between totals where it is about no transaction. */
    static final class ExpectedBreak {

        private final String type;
        private final String subject;
        private final long amount;
        private final LocalDate origin;
        private final @Nullable NightTransaction about;
        private boolean open = true;

        private ExpectedBreak(
                String type,
                String subject,
                long amount,
                LocalDate origin,
                @Nullable NightTransaction about) {
            this.type = type;
            this.subject = subject;
            this.amount = amount;
            this.origin = origin;
            this.about = about;
        }

        String type() {
            return type;
        }

        long amount() {
            return amount;
        }

        LocalDate origin() {
            return origin;
        }

        @Nullable NightTransaction about() {
            return about;
        }

        boolean open() {
            return open;
        }

        private boolean coveredBy(SimulatedEvent event) {
            return event instanceof MerchantRefund back
                    && back.purchase().equals(subject)
                    && back.amount() == amount;
        }

        private String line() {
            return String.format(
                    Locale.ROOT, "%s %d %s %s", type, amount, open ? "open" : "resolved", subject);
        }
    }

    void about(NightTransaction transaction, String type, long amount, LocalDate origin) {
        found.add(new ExpectedBreak(type, transaction.reference(), amount, origin, transaction));
    }

    /** The network's total of a date is another one than ours. */
    void betweenTotals(LocalDate settlementDate, long amount, LocalDate origin) {
        found.add(
                new ExpectedBreak(
                        "TOTALS_MISMATCH", settlementDate.toString(), amount, origin, null));
    }

    /** The network's total of a date is right now. */
    void closeTotals(LocalDate settlementDate) {
        for (ExpectedBreak difference : found) {
            if (difference.about == null && difference.subject.equals(settlementDate.toString())) {
                difference.open = false;
            }
        }
    }

    /** Closes what is too little to wait longer, and what a refund covers to the cent. */
    void close(List<SimulatedEvent> come, LocalDate night) {
        for (ExpectedBreak difference : found) {
            boolean done =
                    LOW.contains(difference.type)
                            ? ChronoUnit.DAYS.between(difference.origin, night) >= LOW_DAYS
                            : come.stream().anyMatch(difference::coveredBy);
            if (done) {
                difference.open = false;
            }
        }
    }

    List<ExpectedBreak> all() {
        return Collections.unmodifiableList(found);
    }

    List<String> lines() {
        return found.stream().map(ExpectedBreak::line).sorted().toList();
    }
}
