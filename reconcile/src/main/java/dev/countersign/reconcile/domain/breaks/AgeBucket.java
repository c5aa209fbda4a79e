package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.Wire;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** The age of a break or a hold, in days since its origin. */
public enum AgeBucket implements Wire {
    DAYS_0_TO_1(0, 1),
    DAYS_2_TO_3(2, 3),
    DAYS_4_TO_7(4, 7),
    DAYS_8_TO_30(8, 30),
    OVER_30_DAYS(31, Long.MAX_VALUE);

    /** After so many days a break of high severity is escalated. */
    private static final long ESCALATION_DAYS = 3;

    private final long from;
    private final long to;

    AgeBucket(long from, long to) {
        this.from = from;
        this.to = to;
    }

    /** The bucket of what began on a day, seen on another; what begins later is new. */
    public static AgeBucket of(LocalDate origin, LocalDate today) {
        long days = days(origin, today);
        for (AgeBucket bucket : values()) {
            if (days >= bucket.from && days <= bucket.to) {
                return bucket;
            }
        }
        throw new IllegalStateException("no bucket for " + days);
    }

    /** As people read it, in reports too: a spreadsheet takes bare {@code 2-3} for a date. */
    public String text() {
        return this == OVER_30_DAYS ? "over 30 days" : from + "-" + to + " days";
    }

    /** Days since the origin, never below 0. */
    public static long days(LocalDate origin, LocalDate today) {
        return Math.max(0, ChronoUnit.DAYS.between(origin, today));
    }

    /** True when a break has waited too long for its severity. */
    public static boolean escalates(Severity severity, LocalDate origin, LocalDate today) {
        return switch (severity) {
            case CRITICAL -> days(origin, today) >= 1;
            case HIGH -> days(origin, today) >= ESCALATION_DAYS;
            case MEDIUM, LOW, INFO -> false;
        };
    }
}
