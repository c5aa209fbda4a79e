package dev.countersign.reconcile.domain.feed;

/**
 * A message as JSON text. Most messages are never kept as they came, so the text is written when
 * somebody asks for it.
 */
@FunctionalInterface
public interface Payload {

    /** The whole message; the same text each time. */
    String text();

    /** A message that is at hand as text. */
    static Payload of(String text) {
        return new Text(text);
    }

    /** Text that was read. */
    record Text(String text) implements Payload {}
}
