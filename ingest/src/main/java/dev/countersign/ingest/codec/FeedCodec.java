package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.DecodedMessage.Reason;
import dev.countersign.reconcile.domain.feed.CardReference;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageIdentity;
import dev.countersign.reconcile.domain.feed.MessageReader;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.Payload;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Reads records of the feed: a message, or why it is none. It never throws on what it is given. */
public final class FeedCodec implements MessageReader {

    private static final byte[] NOTHING = {};

    private final ReferenceMask references;
    private final EnvelopeReader envelopes;

    public FeedCodec(CodecOptions options, InstantSource clock) {
        this.references = options.references();
        this.envelopes = new EnvelopeReader(options, clock);
    }

    /**
     * Reads one record.
     *
     * @param key of the record: the card, for messages about one
     * @param brokerAt when the broker took the record, for sources whose clock is guarded
     */
    public DecodedMessage decode(
            byte @Nullable [] key, byte @Nullable [] value, FeedOffset offset, Instant brokerAt) {
        byte[] bytes = value == null ? NOTHING : value;
        try {
            JsonFields members = FeedJson.members(bytes, references);
            NetworkMessage message = envelopes.read(members, brokerAt);
            requireKey(key, message);
            return new DecodedMessage.Entry(
                    new FeedEntry(
                            offset,
                            MessageIdentity.of(message),
                            PayloadHash.of(members),
                            message,
                            payload(bytes, members)));
        } catch (MalformedMessageException e) {
            return e.asMalformed();
        }
    }

    @Override
    public NetworkMessage read(String payload, Instant at) {
        JsonFields members =
                FeedJson.members(
                        FeedJson.legible(payload).getBytes(StandardCharsets.UTF_8), references);
        return envelopes.readAgain(members, at);
    }

    /** Returns what is kept of a message: the message itself, with card numbers masked. */
    private static Payload payload(byte[] bytes, JsonFields members) {
        if (!members.isMasked()) {
            return () -> FeedJson.text(bytes);
        }
        String masked = FeedJson.text(bytes, members);
        return () -> masked;
    }

    private static void requireKey(byte @Nullable [] key, NetworkMessage message) {
        CardReference card = message.card();
        if (card == null) {
            return;
        }
        if (key == null || !card.text().equals(new String(key, StandardCharsets.UTF_8))) {
            throw new MalformedMessageException(
                    Reason.KEY_MISMATCH, "the record's key is not the card that the message names");
        }
    }
}
