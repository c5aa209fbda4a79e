package dev.countersign.reconcile.store.dispute;

import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.feed.Network;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.statement.Query;

/** The days to file a dispute as a table of a query, so that the database sorts by deadlines. */
final class FilingDays {

    private FilingDays() {}

    /**
     * Joins the row of a transaction and a reason.
     *
     * @param reason the column that holds the reason
     */
    static String joinOn(String reason) {
        return """
               join unnest(:networks, :reasons, :days) as filing (network, reason, days)
                 on filing.network = transaction.network
                and filing.reason = %s
               """
                .formatted(reason);
    }

    /** Binds what the join needs. */
    static Query bind(Query query, FilingWindows filing) {
        List<String> networks = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        List<Integer> days = new ArrayList<>();
        for (Network network : Network.values()) {
            for (DisputeReason reason : DisputeReason.values()) {
                networks.add(network.wire());
                reasons.add(reason.wire());
                days.add(filing.daysToFile(network, reason));
            }
        }
        return query.bindArray("networks", String.class, networks)
                .bindArray("reasons", String.class, reasons)
                .bindArray("days", Integer.class, days);
    }
}
