package dev.countersign.jobs.bank;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.settlement.BankDay;
import dev.countersign.reconcile.domain.settlement.BankDay.BookedAmounts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/** Entries of the settlement account, and its value dates. */
final class BankStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /**
     * A value date as it is compared tonight.
     *
     * @param booked what the ledger has of it
     * @param feeDue what the bank took as fees
     * @param feeBooked what the ledger has of them
     * @param bookings how often something of it was booked
     */
    record ComparedDay(
            LocalDate valueDate,
            String currency,
            UUID subject,
            BankDay day,
            BookedAmounts booked,
            BigInteger feeDue,
            long feeBooked,
            int bookings) {

        private static final int BITS_BOOKED_MAX = Long.SIZE - 2;

        /** The fees that the ledger should have; what no account holds is not booked. */
        long fees() {
            return feeDue.bitLength() > BITS_BOOKED_MAX ? feeBooked : feeDue.longValueExact();
        }
    }

    /** The value dates that have something to compare. */
    List<ComparedDay> days(Handle handle, Night night) {
        return handle.createQuery(SQL.locate(BankStore.class, "days"))
                .bindMethods(night)
                .map((row, context) -> read(row))
                .list();
    }

    /** Writes how a value date stands. */
    void stand(Handle handle, Night night, ComparedDay compared, BookedAmounts now, int bookings) {
        handle.createUpdate(
                        """
                        insert into bank_day (mode, value_date, currency, subject, state, bank_minor,
                                              network_minor, paid_minor, difference_minor, fee_minor,
                                              bookings)
                        values (:mode, :valueDate, :currency, :subject, :state, :bank, :network, :paid,
                                :difference, :fee, :bookings)
                            on conflict (mode, value_date, currency) do update
                           set state = excluded.state,
                               bank_minor = excluded.bank_minor,
                               network_minor = excluded.network_minor,
                               paid_minor = excluded.paid_minor,
                               difference_minor = excluded.difference_minor,
                               fee_minor = excluded.fee_minor,
                               bookings = excluded.bookings
                        """)
                .bind("mode", night.mode().wire())
                .bind("valueDate", compared.valueDate())
                .bind("currency", compared.currency())
                .bind("subject", compared.subject())
                .bind("state", compared.day().match().wire())
                .bind("bank", compared.day().bank())
                .bind("network", compared.day().network())
                .bind("paid", now.paid())
                .bind("difference", now.difference())
                .bind("fee", compared.fees())
                .bind("bookings", bookings)
                .execute();
    }

    /** Writes what this night books of a value date. */
    void book(Handle handle, Night night, ComparedDay compared, BookedAmounts change, int number) {
        handle.createUpdate(
                        """
                        insert into bank_booking (mode, subject, number, business_date, currency,
                                                  paid_minor, difference_minor, fee_minor)
                        values (:mode, :subject, :number, :businessDate, :currency, :paid, :difference,
                                :fee)
                        """)
                .bind("mode", night.mode().wire())
                .bind("subject", compared.subject())
                .bind("number", number)
                .bind("businessDate", night.businessDate())
                .bind("currency", compared.currency())
                .bind("paid", change.paid())
                .bind("difference", change.difference())
                .bind("fee", compared.fees() - compared.feeBooked())
                .execute();
    }

    private static ComparedDay read(ResultSet row) throws SQLException {
        BigDecimal writtenOff = row.getBigDecimal("written_off_minor");
        return new ComparedDay(
                row.getObject("value_date", LocalDate.class),
                row.getString("currency"),
                row.getObject("subject", UUID.class),
                new BankDay(
                        row.getBigDecimal("bank_minor").toBigIntegerExact(),
                        row.getBigDecimal("network_minor").toBigIntegerExact(),
                        row.getBoolean("stated_for_good"),
                        row.getBoolean("complete"),
                        writtenOff == null ? null : writtenOff.toBigIntegerExact()),
                new BookedAmounts(row.getLong("paid_minor"), row.getLong("difference_minor")),
                row.getBigDecimal("fee_due_minor").toBigIntegerExact(),
                row.getLong("fee_minor"),
                row.getInt("bookings"));
    }
}
