package dev.countersign.ingest.testkit;

import dev.countersign.ingest.simulate.CardTruth;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.reconcile.service.JdbiSetup;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/**
 * The end of simulated traffic, as a book has it or as the simulator knows that it must be.
 *
 * @param transactions status, amount and decline reason by network reference
 * @param usage one line of card, UTC day and spent amount
 */
public record EndStates(Map<String, String> transactions, TreeSet<String> usage) {

    private static final String ENDS =
            """
            select network_txn_id || ' ' || status || ' ' || amount_minor || ' '
                     || coalesce(decline_reason, 'null')
              from transaction
            """;
    private static final String USAGE =
            """
            select card_id || ' ' || (created_at at time zone 'UTC')::date || ' '
                     || sum(amount_minor)
              from spend
             group by card_id, (created_at at time zone 'UTC')::date
            having sum(amount_minor) <> 0
            """;

    /** The end as the book has it. */
    public static EndStates of(DataSource dataSource) {
        Jdbi jdbi = JdbiSetup.over(dataSource);
        Map<String, String> transactions = new TreeMap<>();
        TreeSet<String> usage = new TreeSet<>();
        jdbi.useHandle(
                handle -> {
                    for (String row : handle.createQuery(ENDS).mapTo(String.class)) {
                        int space = row.indexOf(' ');
                        transactions.put(row.substring(0, space), row.substring(space + 1));
                    }
                    usage.addAll(handle.createQuery(USAGE).mapTo(String.class).list());
                });
        return new EndStates(transactions, usage);
    }

    /** The end as the simulator knows it. */
    public static EndStates expected(Map<SimulatedCard, CardTruth> truth) {
        Map<String, String> transactions = new TreeMap<>();
        TreeSet<String> usage = new TreeSet<>();
        truth.forEach(
                (card, ends) -> {
                    ends.transactions()
                            .forEach(
                                    (reference, end) ->
                                            transactions.put(
                                                    reference,
                                                    end.status()
                                                            + " "
                                                            + end.amount()
                                                            + " "
                                                            + end.declineReason()));
                    ends.usageByDay()
                            .forEach(
                                    (day, spent) ->
                                            usage.add(card.id().value() + " " + day + " " + spent));
                });
        return new EndStates(transactions, usage);
    }
}
