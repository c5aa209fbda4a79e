package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one account. */
public record AccountId(UUID value) {

    public static final String PREFIX = "acct_";

    /** Reads the written form; empty when the text cannot name a account. */
    public static Optional<AccountId> parse(String text) {
        return IdText.read(PREFIX, text).map(AccountId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
