package dev.countersign.ingest.simulate;

/** A message to be sent: its record key, its text, and whether it can be read at all. */
public record SimulatedMessage(String key, String text, boolean readable) {}
