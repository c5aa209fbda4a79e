package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A clearing record as it was received.
 *
 * @param clearing the message of the entry
 * @param holder whose card it is, null for a card that nobody knows
 * @param posted the transaction it was posted to, null while it waits for the night
 */
public record RecordedClearing(
        FeedEntry entry,
        NetworkMessage.Clearing clearing,
        @Nullable Holder holder,
        @Nullable TransactionId posted,
        Instant recordedAt) {}
