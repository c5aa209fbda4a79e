package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one card. */
public record CardId(UUID value) {

    public static final String PREFIX = "card_";

    /** Reads the written form; empty when the text cannot name a card. */
    public static Optional<CardId> parse(String text) {
        return IdText.read(PREFIX, text).map(CardId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
