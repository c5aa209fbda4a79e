package dev.countersign.reconcile.domain.wallet;

import dev.countersign.reconcile.domain.id.WalletTokenId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statuses of the wallet tokens of one card: of the newest hundred, where it has more. */
public record CardTokens(Map<WalletTokenId, WalletTokenStatus> statuses) {

    /** Those of a card that is in no wallet. */
    public static final CardTokens NONE = new CardTokens(Map.of());

    public CardTokens {
        statuses = Map.copyOf(statuses);
    }

    /**
     * Returns the status of a token; null where the card has none of this id.
     *
     * @param token as a message writes it
     */
    public @Nullable WalletTokenStatus statusOf(String token) {
        return statuses.isEmpty()
                ? null
                : WalletTokenId.parse(token).map(statuses::get).orElse(null);
    }

    /** The same with the status that a token has now. */
    public CardTokens with(WalletTokenId token, WalletTokenStatus status) {
        Map<WalletTokenId, WalletTokenStatus> changed = new HashMap<>(statuses);
        changed.put(token, status);
        return new CardTokens(changed);
    }
}
