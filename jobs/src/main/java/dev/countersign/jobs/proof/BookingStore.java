package dev.countersign.jobs.proof;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Reader of the bookings of the ledger. */
final class BookingStore {

    private static final String BOOKING =
            """
            select subject, event, ordinal, business_date, debit_account as debit,
                   credit_account as credit, amount_minor as minor, currency,
                   transaction_id as transaction, clearing_id as clearing
              from ledger_entry
            """;

    /**
     * Lists the bookings of subjects that are one and the same thing; one more than is shown where
     * there is more.
     */
    List<Booking> ofSubjects(Handle handle, List<UUID> subjects) {
        return handle.createQuery(
                        BOOKING
                                + """
                                 where subject = any(:subjects)
                                 order by business_date, event, ordinal
                                 limit :limit
                                """)
                .bindArray("subjects", UUID.class, subjects)
                .bind("limit", RecordProof.BOOKINGS_MAX + 1)
                .mapTo(Booking.class)
                .list();
    }

    private static final KeyOrder BY_EVENT = KeyOrder.ascending("event", "subject", "ordinal");
    private static final KeyOrder BY_SUBJECT = KeyOrder.ascending("subject", "event", "ordinal");

    /**
     * Lists the bookings on the network's account on a date without a record, by event; from a
     * position on.
     */
    List<Booking> withoutRecord(
            Handle handle,
            Mode mode,
            LocalDate date,
            Proofs.CurrencyComponent part,
            ListPosition<Booking.Key> at,
            int limit) {
        Query query =
                handle.createQuery(
                                BOOKING
                                        + """
                                 where mode = :mode
                                   and business_date = :date
                                   and currency = :currency
                                   and '2010' in (debit_account, credit_account)
                                   and clearing_id is null
                                   and case :component
                                       when 'difference' then event = 'total_difference'
                                       when 'paid' then event = 'network_paid'
                                       else event = 'chargeback_settled' or event like 'dispute%' end
                                """
                                        + BY_EVENT.page(at, ":event", ":subject", ":ordinal"))
                        .bind("mode", mode.wire())
                        .bind("date", date)
                        .bind("currency", part.currency())
                        .bind("component", part.component().wire())
                        .bind("limit", limit);
        return read(query, at);
    }

    /** Lists the bookings of an account on a date by subject, from a position on. */
    List<Booking> ofAccount(
            Handle handle,
            Mode mode,
            LocalDate date,
            Proofs.CurrencyAccount account,
            ListPosition<Booking.Key> at,
            int limit) {
        Query query =
                handle.createQuery(
                                BOOKING
                                        + """
                                 where mode = :mode
                                   and business_date = :date
                                   and currency = :currency
                                   and :account in (debit_account, credit_account)
                                """
                                        + BY_SUBJECT.page(at, ":subject", ":event", ":ordinal"))
                        .bind("mode", mode.wire())
                        .bind("date", date)
                        .bind("currency", account.currency())
                        .bind("account", account.code())
                        .bind("limit", limit);
        return read(query, at);
    }

    private static List<Booking> read(Query query, ListPosition<Booking.Key> at) {
        if (at.row() != null) {
            query.bind("subject", at.row().subject())
                    .bind("event", at.row().event())
                    .bind("ordinal", at.row().ordinal());
        }
        return at.inOrder(query.mapTo(Booking.class).list());
    }
}
