package dev.countersign.reconcile.domain.wallet;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A card in a mobile wallet.
 *
 * @param deviceId as the wallet's SDK names the device
 */
public record WalletToken(
        WalletTokenId id,
        CardId cardId,
        Wallet wallet,
        WalletTokenStatus status,
        @Nullable String deviceId,
        @Nullable String deviceName,
        Instant createdAt) {}
