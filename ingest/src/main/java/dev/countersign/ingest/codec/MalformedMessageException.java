package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.DecodedMessage.Reason;

/** Ends the reading of a message at its first fault; never leaves the codec. */
final class MalformedMessageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    MalformedMessageException(Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
    }

    DecodedMessage.MalformedMessage asMalformed() {
        return new DecodedMessage.MalformedMessage(reason, String.valueOf(getMessage()));
    }
}
