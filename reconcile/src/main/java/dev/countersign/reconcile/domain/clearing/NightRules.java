package dev.countersign.reconcile.domain.clearing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * By which rules a night settles its records.
 *
 * @param businessDate the day they are booked on
 */
public record NightRules(LocalDate businessDate, ClearingPolicy policy) {

    /**
     * Returns the instant at which a break began that this night found. The break began with its
     * message, or with the business date for a message of another day. So the break is of the day
     * whose night found it.
     */
    public Instant found(Instant messageAt) {
        return LocalDate.ofInstant(messageAt, ZoneOffset.UTC).equals(businessDate)
                ? messageAt
                : businessDate.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
