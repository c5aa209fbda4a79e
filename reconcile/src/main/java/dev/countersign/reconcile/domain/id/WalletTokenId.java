package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one wallet token. */
public record WalletTokenId(UUID value) {

    public static final String PREFIX = "wlt_";

    /** Reads the written form; empty when the text cannot name one. */
    public static Optional<WalletTokenId> parse(String text) {
        return IdText.read(PREFIX, text).map(WalletTokenId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
