package dev.countersign.reconcile.domain.feed;

/** Reads a message again that was kept as it came. */
@FunctionalInterface
public interface MessageReader {

    /** The message of a text that was read before, and so can be read. */
    NetworkMessage read(String payload);
}
