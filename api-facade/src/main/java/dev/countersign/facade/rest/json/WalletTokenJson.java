package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.wallet.WalletToken;
import org.jspecify.annotations.Nullable;

/** A card in a mobile wallet, as the interface shows it. */
public record WalletTokenJson(
        String id,
        String object,
        @JsonProperty("card_id") String cardId,
        String wallet,
        String status,
        @JsonProperty("device_name") @Nullable String deviceName,
        @JsonProperty("created_at") String createdAt) {

    public static WalletTokenJson of(WalletToken token) {
        return new WalletTokenJson(
                token.id().toString(),
                "wallet_token",
                token.cardId().toString(),
                token.wallet().wire(),
                token.status().wire(),
                token.deviceName(),
                Times.write(token.createdAt()));
    }
}
