package dev.countersign.jobs.proof;

import java.math.BigDecimal;
import java.time.LocalDate;

/** What the night of a date lets go of, when nothing clears before. */
public record ExpectedRelease(LocalDate date, String currency, long holds, BigDecimal minor) {}
