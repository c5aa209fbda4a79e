package dev.countersign.reconcile.domain.account;

import dev.countersign.reconcile.domain.text.ReferenceMask;

/**
 * A request of a caller that carries an idempotency key: the same one, whichever time it is sent.
 *
 * @param key the caller's
 * @param bodySha256 of what was sent, in canonical form
 */
public record KeyedRequest(Book book, String method, String path, String key, String bodySha256) {

    /** With a key in which no card number is left. */
    public KeyedRequest masked(ReferenceMask references) {
        return new KeyedRequest(book, method, path, references.mask(key), bodySha256);
    }
}
