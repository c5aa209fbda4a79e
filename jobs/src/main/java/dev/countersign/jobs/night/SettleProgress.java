package dev.countersign.jobs.night;

/** The number of records that a night has settled, and the number that it has left. */
public record SettleProgress(long done, long left) {}
