package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.NamedId;
import java.time.LocalDate;
import java.util.Currency;
import java.util.UUID;

/**
 * One settlement of a network: what it adds up and pays in one sum.
 *
 * @param settlementDate the network's, never derived from ours
 */
public record CycleKey(
        Network network,
        String institutionId,
        String service,
        LocalDate settlementDate,
        int cycle,
        Currency currency) {

    /**
     * Returns the subject of breaks and journals about the cycle. It follows from the name of the
     * cycle.
     */
    public UUID subject(Mode mode) {
        return NamedId.of(
                mode.wire(),
                network.wire(),
                institutionId,
                service,
                settlementDate,
                cycle,
                currency.getCurrencyCode());
    }

    /** The one of several things about the cycle that has this name. */
    public UUID subject(Mode mode, String thing) {
        return NamedId.of(subject(mode), thing);
    }
}
