package dev.countersign.jobs.proof;

import dev.countersign.reconcile.domain.account.Mode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** What the ledger booked, to be read. */
final class BookingStore {

    private static final int ROWS_MAX = 500;

    private static final String BOOKING =
            """
            select subject, event, ordinal, business_date, debit_account, credit_account,
                   amount_minor, currency, transaction_id, clearing_id
              from ledger_entry
            """;

    /** What was booked for subjects that are one and the same thing. */
    List<Booking> ofSubjects(Handle handle, List<UUID> subjects) {
        return handle.createQuery(
                        BOOKING
                                + """
                                 where subject = any(:subjects)
                                 order by business_date, event, ordinal
                                 limit :limit
                                """)
                .bindArray("subjects", UUID.class, subjects)
                .bind("limit", ROWS_MAX)
                .map((row, context) -> booking(row))
                .list();
    }

    /** What was booked on the network's account on a date without a record. */
    List<Booking> withoutRecord(
            Handle handle, Mode mode, LocalDate date, Proofs.PartOf part, int limit) {
        return handle.createQuery(
                        BOOKING
                                + """
                                 where mode = :mode
                                   and business_date = :date
                                   and currency = :currency
                                   and '2010' in (debit_account, credit_account)
                                   and case :component
                                       when 'difference' then event = 'total_difference'
                                       when 'paid' then event = 'network_paid'
                                       else event = 'chargeback_settled' or event like 'dispute%' end
                                 order by event, subject, ordinal
                                 limit :limit
                                """)
                .bind("mode", mode.wire())
                .bind("date", date)
                .bind("currency", part.currency())
                .bind("component", part.component().wire())
                .bind("limit", limit)
                .map((row, context) -> booking(row))
                .list();
    }

    /** What is booked on an account on a date. */
    List<Booking> ofAccount(
            Handle handle, Mode mode, LocalDate date, String account, String currency, int limit) {
        return handle.createQuery(
                        BOOKING
                                + """
                                 where mode = :mode
                                   and business_date = :date
                                   and currency = :currency
                                   and :account in (debit_account, credit_account)
                                 order by subject, event, ordinal
                                 limit :limit
                                """)
                .bind("mode", mode.wire())
                .bind("date", date)
                .bind("currency", currency)
                .bind("account", account)
                .bind("limit", limit)
                .map((row, context) -> booking(row))
                .list();
    }

    private static Booking booking(ResultSet row) throws SQLException {
        return new Booking(
                row.getObject("subject", UUID.class),
                row.getString("event"),
                row.getInt("ordinal"),
                row.getObject("business_date", LocalDate.class),
                row.getString("debit_account"),
                row.getString("credit_account"),
                row.getLong("amount_minor"),
                row.getString("currency"),
                row.getObject("transaction_id", UUID.class),
                row.getObject("clearing_id", UUID.class));
    }
}
