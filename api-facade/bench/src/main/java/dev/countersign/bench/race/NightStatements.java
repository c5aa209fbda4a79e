package dev.countersign.bench.race;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.LocalDate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.postgresql.PGConnection;

/**
 * The floor of a night: one update of what exactly one record is about, a group by, and a COPY of
 * the detail, each a statement of its own.
 */
final class NightStatements {

    static final String SETTINGS =
            """
            an update by a join of card and network reference, fillfactor 50; a group by of the \
            transactions by card and day into a new table, right after; a COPY of the records with \
            their transactions, which nobody writes to a disk""";

    private static String update(String since) {
        return """
            update transaction
               set status = 'settled',
                   held_minor = 0,
                   cleared_minor = clearing.amount_minor,
                   settled_at = clearing.created_at,
                   version = transaction.version + 1
              from clearing
             where transaction.card_id = clearing.card_id
               and transaction.network_txn_id = clearing.network_txn_id
               and clearing.created_at >= '%s'
            """
                .formatted(since);
    }

    private static String groupBy(String since) {
        return """
            create table bench_totals as
            select card_id, (created_at at time zone 'UTC')::date as day, currency,
                   count(*) filter (where status <> 'declined') as authorized_count,
                   sum(requested_minor) filter (where status <> 'declined') as authorized_minor,
                   count(*) filter (where status = 'declined') as declined_count,
                   sum(reversed_minor) as reversed_minor,
                   sum(expired_minor) as expired_minor,
                   sum(held_minor + cleared_minor) as counted_minor
              from transaction
             where created_at >= '%s'
             group by 1, 2, 3
            """
                .formatted(since);
    }

    private static String detail(String since) {
        return """
            copy (select clearing.arn, clearing.amount_minor, clearing.currency, clearing.created_at,
                         transaction.id, transaction.account_id, transaction.customer_id,
                         transaction.card_id, transaction.status, transaction.cleared_minor,
                         transaction.merchant_id, transaction.merchant_name,
                         transaction.merchant_mcc, transaction.approval_code
                    from clearing
                    left join transaction
                      on transaction.card_id = clearing.card_id
                     and transaction.network_txn_id = clearing.network_txn_id
                   where clearing.created_at >= '%s'
                   order by clearing.id)
              to stdout (format csv)
            """
                .formatted(since);
    }

    private NightStatements() {}

    /** What each of them took. */
    record Seconds(double update, double groupBy, double copy) {

        double all() {
            return update + groupBy + copy;
        }
    }

    /** Runs them over the records and transactions since the begin of a day. */
    static Seconds run(Jdbi jdbi, LocalDate day) {
        String since = day + " 00:00:00Z";
        return jdbi.withHandle(
                handle -> {
                    double update = timed(() -> handle.execute(update(since)));
                    double groupBy = timed(() -> handle.execute(groupBy(since)));
                    return new Seconds(update, groupBy, timed(() -> copy(handle, detail(since))));
                });
    }

    private static double timed(Runnable statement) {
        long begun = System.nanoTime();
        statement.run();
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void copy(Handle handle, String detail) {
        try {
            var unused =
                    handle.getConnection()
                            .unwrap(PGConnection.class)
                            .getCopyAPI()
                            .copyOut(detail, OutputStream.nullOutputStream());
        } catch (SQLException e) {
            throw new IllegalStateException("the detail cannot be copied", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
