package dev.countersign.reconcile.domain.settlement;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * A day of the book: a UTC day, half open, whatever the zone of the machine. It is not the
 * network's settlement date, which the network tells.
 */
public record BusinessDate(LocalDate date) implements Comparable<BusinessDate> {

    /** The day of an instant. */
    public static BusinessDate of(Instant at) {
        return new BusinessDate(LocalDate.ofInstant(at, ZoneOffset.UTC));
    }

    /** Its first instant. */
    public Instant start() {
        return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** The first instant after it. */
    public Instant end() {
        return next().start();
    }

    public BusinessDate next() {
        return new BusinessDate(date.plusDays(1));
    }

    public BusinessDate previous() {
        return new BusinessDate(date.minusDays(1));
    }

    /** True when nothing of it is still to come, so that it can be settled. */
    public boolean isOver(Instant now) {
        return !now.isBefore(end());
    }

    @Override
    public int compareTo(BusinessDate other) {
        return date.compareTo(other.date);
    }

    @Override
    public String toString() {
        return date.toString();
    }
}
