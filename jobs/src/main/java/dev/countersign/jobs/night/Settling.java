package dev.countersign.jobs.night;

/** How many records a night has settled, and has left. */
public record Settling(long done, long left) {}
