package dev.countersign.reconcile.domain.funding;

/**
 * A movement in the history of its account.
 *
 * @param number greater than that of each movement before it
 */
public record NumberedMovement(long number, FundingMovement movement) {}
