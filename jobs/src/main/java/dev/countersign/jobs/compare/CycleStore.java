package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.CycleKey;
import dev.countersign.reconcile.domain.settlement.CycleSums;
import dev.countersign.reconcile.domain.settlement.NetworkTotal;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/** Settlement cycles: what our records of them add up to, and what the network says. */
final class CycleStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private final JournalStore journals = new JournalStore();

    /** A cycle with both totals; the network's is null while it said nothing. */
    record ComparedCycle(CycleSums ours, @Nullable NetworkTotal total) {}

    /**
     * The cycles that a night has something new about. One in a currency that does not exist has no
     * record of ours and is left out.
     */
    List<ComparedCycle> touched(Handle handle, Night night) {
        return handle
                .createQuery(SQL.locate(CycleStore.class, "cycles"))
                .bindMethods(night)
                .map((row, context) -> read(row))
                .list()
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Books what a total takes beyond what was booked before: a line that names no account. */
    void bookFees(Handle handle, Night night, NetworkTotal total, long minor) {
        CycleKey cycle = total.cycle();
        UUID subject = cycle.subject(night.mode(), total.version() + "|" + night.id());
        Entry entry = Entry.of(night.businessDate(), JournalEvent.SCHEME_FEE, subject);
        Money money = new Money(Math.absExact(minor), cycle.currency());
        var fee = Journals.schemeFee(entry, money);
        journals.insert(handle, night.mode(), List.of(minor > 0 ? fee : fee.reversedBy(entry)));
        handle.createUpdate(
                        """
                        insert into settlement_line (id, night_id, mode, business_date, record_type,
                                                     outcome, lineage_id, direction, amount_minor,
                                                     currency, settlement_minor, settlement_currency,
                                                     interchange_minor, interchange_currency, network,
                                                     settlement_institution, settlement_service,
                                                     settlement_date, settlement_cycle, created_at)
                        values (:id, :night, :mode, :businessDate, 'fee', 'booked', :id, :direction,
                                :minor, :currency, :minor, :currency, 0, :currency, :network,
                                :institution, :service, :settlementDate, :cycle,
                                cast(:businessDate as timestamp) at time zone 'UTC')
                        """)
                .bind("id", subject)
                .bind("night", night.id())
                .bindMethods(night)
                .bind("direction", minor > 0 ? "debit" : "credit")
                .bind("minor", money.minor())
                .bind("currency", cycle.currency().getCurrencyCode())
                .bind("network", cycle.network().wire())
                .bind("institution", cycle.institutionId())
                .bind("service", cycle.service())
                .bind("settlementDate", cycle.settlementDate())
                .bind("cycle", cycle.cycle())
                .execute();
    }

    private static Optional<ComparedCycle> read(ResultSet row) throws SQLException {
        Currency currency = Currencies.find(row.getString("currency")).orElse(null);
        if (currency == null) {
            return Optional.empty();
        }
        CycleKey cycle =
                new CycleKey(
                        Rows.wire(row, "network", Network.class),
                        row.getString("institution"),
                        row.getString("service"),
                        row.getObject("settlement_date", LocalDate.class),
                        row.getInt("cycle"),
                        currency);
        boolean said = row.getObject("version") != null;
        return Optional.of(new ComparedCycle(ours(row), said ? total(row, cycle) : null));
    }

    private static CycleSums ours(ResultSet row) throws SQLException {
        return new CycleSums(
                row.getLong("debit_count"),
                row.getBigDecimal("debit_minor").toBigIntegerExact(),
                row.getLong("credit_count"),
                row.getBigDecimal("credit_minor").toBigIntegerExact(),
                row.getBigDecimal("interchange_minor").toBigIntegerExact(),
                row.getBigDecimal("fees_minor").toBigIntegerExact(),
                row.getBigDecimal("collected_minor").toBigIntegerExact());
    }

    private static NetworkTotal total(ResultSet row, CycleKey cycle) throws SQLException {
        return new NetworkTotal(
                cycle,
                row.getLong("network_debit_count"),
                row.getLong("network_debit_minor"),
                row.getLong("network_credit_count"),
                row.getLong("network_credit_minor"),
                row.getLong("network_interchange_minor"),
                row.getLong("network_fees_minor"),
                row.getLong("network_net_minor"),
                row.getBoolean("complete"),
                row.getInt("version"));
    }
}
