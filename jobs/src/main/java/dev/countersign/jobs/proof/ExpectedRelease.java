package dev.countersign.jobs.proof;

import java.math.BigDecimal;
import java.time.LocalDate;

/** The holds that the night of a date releases, if nothing clears before. */
public record ExpectedRelease(LocalDate date, String currency, long holds, BigDecimal minor) {}
