package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.feed.Network;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.Currency;

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
        Currency currency)
        implements Comparable<CycleKey> {

    private static final Comparator<CycleKey> ORDER =
            Comparator.comparing(CycleKey::network)
                    .thenComparing(CycleKey::institutionId)
                    .thenComparing(CycleKey::service)
                    .thenComparing(CycleKey::settlementDate)
                    .thenComparingInt(CycleKey::cycle)
                    .thenComparing(key -> key.currency().getCurrencyCode());

    @Override
    public int compareTo(CycleKey other) {
        return ORDER.compare(this, other);
    }
}
