package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.id.CardId;
import org.jspecify.annotations.Nullable;

/**
 * The card that a message names: our id, or text that cannot be one (a keyed hash of an unknown
 * PAN, a foreign id), which is a card nobody knows.
 */
public record CardReference(@Nullable CardId id, String text) {

    public static CardReference of(String text) {
        return new CardReference(CardId.parse(text).orElse(null), text);
    }

    public static CardReference of(CardId id) {
        return new CardReference(id, id.toString());
    }
}
