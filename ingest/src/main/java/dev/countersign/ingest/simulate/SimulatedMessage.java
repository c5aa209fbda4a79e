package dev.countersign.ingest.simulate;

import java.time.Instant;

/**
 * A message to be sent.
 *
 * @param at when it is due, in the time that the traffic plays in
 * @param key of its record: the card
 * @param text its value
 * @param readable whether it can be read at all
 */
public record SimulatedMessage(Instant at, String key, String text, boolean readable) {

    /** The same, that comes at another time than it was sent. */
    SimulatedMessage arriving(Instant when) {
        return new SimulatedMessage(when, key, text, readable);
    }
}
