package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.Decoded.Reason;
import dev.countersign.reconcile.domain.feed.CardReference;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedPlace;
import dev.countersign.reconcile.domain.feed.MessageIdentity;
import dev.countersign.reconcile.domain.feed.MessageReader;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads records of the feed: a message, or why it is none. It never throws on what it is given. */
public final class FeedCodec implements MessageReader {

    private static final int SIZE_MAX = 64 * 1_024;
    private static final int DEPTH_MAX = 8;

    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(DEPTH_MAX)
                                                    .maxNumberLength(40)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private final EnvelopeReader envelopes;

    public FeedCodec(CodecOptions options, InstantSource clock) {
        this.envelopes = new EnvelopeReader(options, clock);
    }

    /**
     * Reads one record.
     *
     * @param key of the record: the card, for messages about one
     * @param brokerAt when the broker took the record, for sources whose clock is guarded
     */
    public Decoded decode(
            byte @Nullable [] key, byte @Nullable [] value, FeedPlace place, Instant brokerAt) {
        try {
            JsonNode node = parse(value);
            NetworkMessage message = envelopes.read(node, brokerAt);
            requireKey(key, message);
            return new Decoded.Entry(
                    new FeedEntry(
                            place,
                            MessageIdentity.of(message),
                            PayloadHash.of(node),
                            message,
                            written(value)));
        } catch (Unreadable e) {
            return e.asMalformed();
        }
    }

    @Override
    public NetworkMessage read(String payload, Instant at) {
        JsonNode node = parse(payload.getBytes(StandardCharsets.UTF_8));
        return envelopes.readAgain(node, at);
    }

    private static JsonNode parse(byte @Nullable [] value) {
        if (value == null || value.length == 0) {
            throw new Unreadable(Reason.NOT_JSON, "the message is empty");
        }
        if (value.length > SIZE_MAX) {
            throw new Unreadable(
                    Reason.TOO_LARGE, "the message is larger than " + SIZE_MAX + " bytes");
        }
        try {
            return JSON.readTree(value);
        } catch (JacksonException e) {
            throw new Unreadable(
                    Reason.NOT_JSON, "the message is not JSON, or not JSON a feed may hold");
        }
    }

    /** Read again when it is asked for, which is seldom; what was read takes ten times the room. */
    private static Payload written(byte @Nullable [] value) {
        return () -> parse(value).toString();
    }

    private static void requireKey(byte @Nullable [] key, NetworkMessage message) {
        CardReference card = message.card();
        if (card == null) {
            return;
        }
        if (key == null || !card.text().equals(new String(key, StandardCharsets.UTF_8))) {
            throw new Unreadable(
                    Reason.KEY_MISMATCH, "the record's key is not the card that the message names");
        }
    }
}
