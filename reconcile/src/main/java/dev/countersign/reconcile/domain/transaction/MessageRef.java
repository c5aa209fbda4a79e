package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import java.util.UUID;

/**
 * Reference to the message of the feed that made something.
 *
 * @param identity unique, so that no message makes two of anything
 * @param payloadHash tells a repetition from another message of the same identity
 */
public record MessageRef(UUID identity, long payloadHash, UUID messageId, FeedOffset offset) {

    public static MessageRef of(FeedEntry entry) {
        return new MessageRef(
                entry.identity(),
                entry.payloadHash(),
                entry.message().header().messageId(),
                entry.offset());
    }
}
