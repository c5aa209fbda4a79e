package dev.countersign.reconcile.domain.quarantine;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message of the feed that could not be read.
 *
 * @param offset where it stands in the feed
 * @param receivedAt when the broker took it
 * @param reason why it could not be read
 * @param detail names the field, never its content
 * @param key the card, where the record's key is one of our identifiers
 * @param body its shape: whatever could be a secret is masked
 */
public record QuarantinedMessage(
        FeedOffset offset,
        Instant receivedAt,
        String reason,
        String detail,
        @Nullable String key,
        String body) {

    /** The state of a message in quarantine. */
    public enum State implements Wire {
        WAITING,
        /** It was sent again, and could be read. */
        REPLAYED,
        /** An operator discarded it, with a reason. */
        DISCARDED
    }
}
