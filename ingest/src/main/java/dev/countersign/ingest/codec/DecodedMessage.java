package dev.countersign.ingest.codec;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.feed.FeedEntry;

/** The result of decoding the bytes of one record. */
public sealed interface DecodedMessage {

    /** A message that can be read. */
    record Entry(FeedEntry entry) implements DecodedMessage {}

    /** One that cannot, and why: the detail names the field, never its content. */
    record MalformedMessage(Reason reason, String detail) implements DecodedMessage {}

    /** The reasons for which a message cannot be read. */
    enum Reason implements Wire {
        NOT_JSON,
        TOO_LARGE,
        UNKNOWN_FIELD,
        MISSING_FIELD,
        WRONG_TYPE,
        OUT_OF_RANGE,
        BAD_FORMAT,
        UNKNOWN_VALUE,
        UNKNOWN_KIND,
        UNKNOWN_VERSION,
        UNKNOWN_CURRENCY,
        /**
         * Order and ownership go by the record's key: it must be the card that the message names.
         */
        KEY_MISMATCH,
        /** It can be read, and deciding or recording it fails however often it is tried. */
        CANNOT_BE_PROCESSED
    }
}
