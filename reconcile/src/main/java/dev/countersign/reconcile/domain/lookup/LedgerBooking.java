package dev.countersign.reconcile.domain.lookup;

import java.time.LocalDate;

/** One amount that left an account and entered another. */
public record LedgerBooking(
        LocalDate businessDate,
        String event,
        String debit,
        String credit,
        long minor,
        String currency) {}
