package dev.countersign.jobs.proof;

import java.math.BigDecimal;

/**
 * The amount that one component adds to what the network is owed on a date.
 *
 * @param count of records; of bookings where there are no records
 * @param minor above zero where it is owed more
 */
public record ComponentAmount(String currency, Component component, long count, BigDecimal minor) {}
