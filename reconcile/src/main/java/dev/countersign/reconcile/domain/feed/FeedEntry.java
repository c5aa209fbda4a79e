package dev.countersign.reconcile.domain.feed;

import java.util.UUID;

/**
 * A message that was read.
 *
 * @param identity what makes two messages the same business message, see {@link MessageIdentity}
 * @param payloadHash over everything but message id, repeat mark, source and transmission time: the
 *     same identity with another hash is a conflict, never applied
 * @param payload the whole message, for what is kept as it came
 */
public record FeedEntry(
        FeedPlace place,
        UUID identity,
        long payloadHash,
        NetworkMessage message,
        Payload payload) {}
