package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.id.CardId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that was read.
 *
 * @param identity what makes two messages the same business message, see {@link MessageIdentity}
 * @param payloadHash over everything but message id, repeat mark, source and transmission time: the
 *     same identity with another hash is a conflict, never applied
 * @param payload the whole message, for what is kept as it came
 */
public record FeedEntry(
        FeedOffset offset,
        UUID identity,
        long payloadHash,
        NetworkMessage message,
        Payload payload) {

    /**
     * The card that the message is about; null where it is about none, or none that can be ours.
     */
    public @Nullable CardId cardId() {
        CardReference card = message.card();
        return card == null ? null : card.id();
    }

    /** Returns the network's name for the transaction that the message is about. */
    public @Nullable String networkTxnId() {
        return message instanceof NetworkMessage.CardMessage about
                ? about.activity().refs().keys().networkTxnId()
                : null;
    }
}
