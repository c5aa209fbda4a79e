package dev.countersign.reconcile.domain.breaks.queue;

/**
 * The message that stands where another one of its identity was refused.
 *
 * @param content a JSON object with the members of the feed, null where it had none
 * @param whole true where all its members are kept; false where the content has those alone that
 *     the book keeps
 */
public record AppliedMessage(String content, boolean whole) {}
