package dev.countersign.jobs.skipped;

/** The number of items of one kind that a step of a night skipped, however many they are. */
public record SkippedCount(String step, String reason, long count) {}
