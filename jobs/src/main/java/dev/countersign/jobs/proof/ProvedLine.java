package dev.countersign.jobs.proof;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A record of a date and what became of it.
 *
 * @param record the record that it is about: another one where it corrects that
 * @param minor what the network is owed more for it, without interchange
 * @param interchangeMinor above zero what the issuer earns
 * @param at business time of the record
 */
public record ProvedLine(
        UUID id,
        UUID record,
        LocalDate businessDate,
        String recordType,
        String outcome,
        long minor,
        String currency,
        long interchangeMinor,
        String interchangeCurrency,
        String network,
        @Nullable LocalDate settlementDate,
        @Nullable String arn,
        @Nullable UUID transaction,
        @Nullable UUID card,
        @Nullable Integer matchLevel,
        @Nullable Integer matchScore,
        @Nullable Long authorizedMinor,
        long billedMinor,
        String billedCurrency,
        @Nullable String breakType,
        long night,
        Instant at) {}
