package dev.countersign.jobs.night;

/** How many records a night has settled, and has left. */
public record SettleProgress(long done, long left) {}
