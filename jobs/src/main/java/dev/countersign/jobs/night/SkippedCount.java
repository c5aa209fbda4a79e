package dev.countersign.jobs.night;

/** How many of one kind a step of a night left aside, however many they are. */
public record SkippedCount(String step, String reason, long count) {}
