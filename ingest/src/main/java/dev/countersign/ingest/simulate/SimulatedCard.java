package dev.countersign.ingest.simulate;

import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import java.time.YearMonth;

/**
 * A card that the simulator sends traffic for. All of them have the rules of {@link
 * SimulatedRules}.
 *
 * @param cashAllowed whether withdrawals are allowed on it
 */
public record SimulatedCard(
        CardId id, Network network, YearMonth expiry, String currency, boolean cashAllowed) {}
