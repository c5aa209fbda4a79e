package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.Decoded.Reason;

/** Ends the reading of a message at its first fault; never leaves the codec. */
final class Unreadable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    Unreadable(Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
    }

    Decoded.Malformed asMalformed() {
        return new Decoded.Malformed(reason, String.valueOf(getMessage()));
    }
}
