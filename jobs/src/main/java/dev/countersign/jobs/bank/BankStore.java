package dev.countersign.jobs.bank;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.settlement.BankDay;
import dev.countersign.reconcile.domain.settlement.BankDay.Booked;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Entries of the settlement account, and its value dates. */
final class BankStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /**
     * A value date as it is compared tonight.
     *
     * @param booked what the ledger has of it
     * @param bookings how often something of it was booked
     */
    record Compared(
            LocalDate valueDate,
            String currency,
            UUID subject,
            BankDay day,
            Booked booked,
            int bookings) {}

    /**
     * Adds the entries of a statement; those that are there stay as they are.
     *
     * @return how many are new
     * @throws StatementRefusedException when one is there that says something else
     */
    int add(Handle handle, Mode mode, List<BankEntry> entries, Instant now) {
        PreparedBatch batch =
                handle.prepareBatch(
                        """
                        insert into bank_entry (id, mode, statement, account, reference, booked_on,
                                                value_date, currency, paid_minor, imported_at)
                        values (:id, :mode, :statement, :account, :reference, :bookedOn, :valueDate,
                                :currency, :paid, :now)
                            on conflict do nothing
                        """);
        for (BankEntry entry : entries) {
            batch.bind("id", id(mode, entry))
                    .bind("mode", mode.wire())
                    .bind("statement", entry.statement())
                    .bind("account", entry.account())
                    .bind("reference", entry.reference())
                    .bind("bookedOn", entry.bookedOn())
                    .bind("valueDate", entry.valueDate())
                    .bind("currency", entry.currency())
                    .bind("paid", entry.paidMinor())
                    .bind("now", now.atOffset(ZoneOffset.UTC))
                    .add();
        }
        int added = 0;
        for (int count : batch.execute()) {
            added += count;
        }
        requireSame(handle, mode, entries);
        return added;
    }

    /** A bank that numbers its statements anew each year must not be taken for one that repeats. */
    private static void requireSame(Handle handle, Mode mode, List<BankEntry> entries) {
        Map<UUID, Said> there =
                handle.createQuery(
                                """
                                select id, booked_on, value_date, currency, paid_minor
                                  from bank_entry
                                 where id = any(:ids)
                                """)
                        .bindArray(
                                "ids",
                                UUID.class,
                                entries.stream().map(entry -> id(mode, entry)).toList())
                        .reduceRows(
                                new HashMap<UUID, Said>(),
                                (map, row) -> {
                                    map.put(row.getColumn("id", UUID.class), Said.of(row));
                                    return map;
                                });
        for (BankEntry entry : entries) {
            if (!Said.of(entry).equals(there.get(id(mode, entry)))) {
                throw new StatementRefusedException(
                        String.format(
                                Locale.ROOT,
                                "Entry %d of statement %s came before and said something else; nothing of it was taken.",
                                entry.number(),
                                entry.statement()));
            }
        }
    }

    /** The values in which two entries of the same place must agree. */
    private record Said(LocalDate bookedOn, LocalDate valueDate, String currency, long paidMinor) {

        static Said of(BankEntry entry) {
            return new Said(
                    entry.bookedOn(), entry.valueDate(), entry.currency(), entry.paidMinor());
        }

        static Said of(RowView row) {
            return new Said(
                    row.getColumn("booked_on", LocalDate.class),
                    row.getColumn("value_date", LocalDate.class),
                    row.getColumn("currency", String.class),
                    row.getColumn("paid_minor", Long.class));
        }
    }

    private static UUID id(Mode mode, BankEntry entry) {
        return NamedId.of(mode.wire(), entry.account(), entry.statement(), entry.number());
    }

    /** The value dates that have something to compare. */
    List<Compared> days(Handle handle, Night night) {
        return handle.createQuery(SQL.locate(BankStore.class, "days"))
                .bind("mode", night.mode().wire())
                .map((row, context) -> read(row))
                .list();
    }

    /** Writes how a value date stands. */
    void stand(Handle handle, Night night, Compared compared, Booked now, int bookings) {
        handle.createUpdate(
                        """
                        insert into bank_day (mode, value_date, currency, subject, state, bank_minor,
                                              network_minor, paid_minor, difference_minor, bookings)
                        values (:mode, :valueDate, :currency, :subject, :state, :bank, :network, :paid,
                                :difference, :bookings)
                            on conflict (mode, value_date, currency) do update
                           set state = excluded.state,
                               bank_minor = excluded.bank_minor,
                               network_minor = excluded.network_minor,
                               paid_minor = excluded.paid_minor,
                               difference_minor = excluded.difference_minor,
                               bookings = excluded.bookings
                        """)
                .bind("mode", night.mode().wire())
                .bind("valueDate", compared.valueDate())
                .bind("currency", compared.currency())
                .bind("subject", compared.subject())
                .bind("state", compared.day().verdict().wire())
                .bind("bank", new BigDecimal(compared.day().bank()))
                .bind("network", new BigDecimal(compared.day().network()))
                .bind("paid", now.paid())
                .bind("difference", now.difference())
                .bind("bookings", bookings)
                .execute();
    }

    /** Writes what this night books of a value date. */
    void book(Handle handle, Night night, Compared compared, Booked change, int number) {
        handle.createUpdate(
                        """
                        insert into bank_booking (mode, subject, number, business_date, currency,
                                                  paid_minor, difference_minor)
                        values (:mode, :subject, :number, :businessDate, :currency, :paid, :difference)
                        """)
                .bind("mode", night.mode().wire())
                .bind("subject", compared.subject())
                .bind("number", number)
                .bind("businessDate", night.businessDate())
                .bind("currency", compared.currency())
                .bind("paid", change.paid())
                .bind("difference", change.difference())
                .execute();
    }

    private static Compared read(ResultSet row) throws SQLException {
        BigDecimal writtenOff = row.getBigDecimal("written_off_minor");
        return new Compared(
                row.getObject("value_date", LocalDate.class),
                row.getString("currency"),
                row.getObject("subject", UUID.class),
                new BankDay(
                        row.getBigDecimal("bank_minor").toBigIntegerExact(),
                        row.getBigDecimal("network_minor").toBigIntegerExact(),
                        row.getBoolean("told"),
                        row.getBoolean("complete"),
                        writtenOff == null ? null : writtenOff.toBigIntegerExact()),
                new Booked(row.getLong("paid_minor"), row.getLong("difference_minor")),
                row.getInt("bookings"));
    }
}
