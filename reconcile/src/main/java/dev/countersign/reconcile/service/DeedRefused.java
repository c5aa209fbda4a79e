package dev.countersign.reconcile.service;

/** What two persons do together and may not be done now; the message says why. */
public final class DeedRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DeedRefused(String sentence) {
        super(sentence, null, false, false);
    }
}
