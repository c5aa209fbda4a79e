package dev.countersign.reconcile.domain.feed;

import java.time.Instant;

/** Reads a message again that was kept as it came. */
@FunctionalInterface
public interface MessageReader {

    /**
     * The message of a text that was read before, and so can be read.
     *
     * @param at its business time, as it was decided then
     */
    NetworkMessage read(String payload, Instant at);
}
