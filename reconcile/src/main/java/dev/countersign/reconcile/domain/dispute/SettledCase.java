package dev.countersign.reconcile.domain.dispute;

import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A chargeback, representment or arbitration of a dispute that a cycle settled.
 *
 * @param record the row of the record
 * @param businessDate whose night booked it
 * @param outcome booked, or suspended where it is not what the dispute comes to
 * @param stage of the case, in the network's words
 * @param minor above 0 what the network took, below 0 what it paid
 * @param settlementDate when its cycle settles; null where it says none
 */
public record SettledCase(
        UUID record,
        LocalDate businessDate,
        String recordType,
        String outcome,
        @Nullable String stage,
        @Nullable String reasonCode,
        long minor,
        String currency,
        @Nullable LocalDate settlementDate,
        @Nullable Integer cycle) {}
