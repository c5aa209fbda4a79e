package dev.countersign.jobs.compare;

import dev.countersign.jobs.compare.Cycle.Total;
import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.jobs.night.Taken;
import dev.countersign.jobs.totals.Totals;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.store.BreakStore;
import dev.countersign.reconcile.store.BreakStore.Difference;
import dev.countersign.reconcile.store.JournalStore;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares each settlement cycle that this night has something new about with the network's total:
 * counts and amounts, debit and credit apart. Fees are the network's to say and are booked as it
 * says them. A difference is found once and kept up to date until it is gone; a total that is not
 * complete is waited for.
 */
public final class Compare implements Chunk {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JournalStore journals = new JournalStore();
    private final BreakStore breaks = new BreakStore();
    private final CloseBreaks closing = new CloseBreaks();

    /** A cycle with both totals; the network's is null while it said nothing. */
    private record Compared(
            Cycle cycle, Total ours, @Nullable Total network, int version, boolean complete) {}

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        long closed = closing.close(handle, night);
        Taken.update(
                handle, night, "settlement_total", SQL.locate(Compare.class, "network_totals"));
        List<Compared> cycles =
                handle.createQuery(SQL.locate(Compare.class, "cycles"))
                        .bind("mode", night.mode().wire())
                        .bind("businessDate", night.businessDate())
                        .map((row, context) -> read(row))
                        .list();
        long found = 0;
        for (Compared compared : cycles) {
            Total network = compared.network();
            if (network != null && compared.complete()) {
                found += compare(handle, night, compared, network) ? 1 : 0;
            }
        }
        var unused = Totals.sumPostings(handle, night);
        return new Done(null, cycles.size(), found + closed, 0);
    }

    private boolean compare(Handle handle, Night night, Compared compared, Total network) {
        Cycle cycle = compared.cycle();
        BigDecimal fees = network.fees().subtract(compared.ours().fees());
        if (fees.signum() != 0) {
            bookFees(handle, night, compared, fees);
        }
        Total ours = compared.ours().withFees(network.fees());
        ObjectNode differences = differences(ours, network);
        Difference difference =
                new Difference(
                        BreakType.TOTALS_MISMATCH,
                        cycle.subject(night.mode().wire()),
                        night.mode(),
                        night.businessDate(),
                        network.net().subtract(ours.net()).abs().longValueExact(),
                        cycle.currency(),
                        detail(cycle, compared.version(), differences));
        if (differences.isEmpty()) {
            breaks.resolveGone(handle, difference, "the totals agree", night.moment());
            return false;
        }
        breaks.keep(handle, difference, night.moment());
        return true;
    }

    private void bookFees(Handle handle, Night night, Compared compared, BigDecimal fees) {
        Cycle cycle = compared.cycle();
        var subject =
                UUID.nameUUIDFromBytes(
                        (cycle.subject(night.mode().wire())
                                        + "|"
                                        + compared.version()
                                        + "|"
                                        + night.id())
                                .getBytes(StandardCharsets.UTF_8));
        Entry entry = Entry.of(night.businessDate(), JournalEvent.SCHEME_FEE, subject);
        Money money = Money.of(fees.abs().longValueExact(), cycle.currency());
        var fee = Journals.schemeFee(entry, money);
        journals.insert(
                handle,
                List.of(
                        new JournalStore.Booked(
                                fees.signum() > 0 ? fee : fee.takenBack(entry),
                                night.mode(),
                                null,
                                null,
                                null,
                                null)));
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
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("direction", fees.signum() > 0 ? "debit" : "credit")
                .bind("minor", money.minor())
                .bind("currency", cycle.currency())
                .bind("network", cycle.network())
                .bind("institution", cycle.institution())
                .bind("service", cycle.service())
                .bind("settlementDate", cycle.settlementDate())
                .bind("cycle", cycle.cycle())
                .execute();
    }

    private static ObjectNode differences(Total ours, Total network) {
        ObjectNode differences = JSON.createObjectNode();
        put(differences, "debit_count", ours.debitCount(), network.debitCount());
        put(differences, "debit_minor", ours.debit(), network.debit());
        put(differences, "credit_count", ours.creditCount(), network.creditCount());
        put(differences, "credit_minor", ours.credit(), network.credit());
        put(differences, "interchange_minor", ours.interchange(), network.interchange());
        return differences;
    }

    private static void put(ObjectNode into, String name, BigDecimal ours, BigDecimal network) {
        if (ours.compareTo(network) != 0) {
            into.putObject(name)
                    .put("ours", ours.longValueExact())
                    .put("network", network.longValueExact());
        }
    }

    private static String detail(Cycle cycle, int version, ObjectNode differences) {
        ObjectNode detail = JSON.createObjectNode();
        detail.put("network", cycle.network())
                .put("institution_id", cycle.institution())
                .put("service", cycle.service())
                .put("settlement_date", cycle.settlementDate().toString())
                .put("cycle", cycle.cycle())
                .put("version", version);
        detail.set("differences", differences);
        return detail.toString();
    }

    private static Compared read(ResultSet row) throws SQLException {
        Cycle cycle =
                new Cycle(
                        row.getString("network"),
                        row.getString("institution"),
                        row.getString("service"),
                        row.getObject("settlement_date", LocalDate.class),
                        row.getInt("cycle"),
                        row.getString("currency"));
        boolean said = row.getObject("version") != null;
        return new Compared(
                cycle,
                total(row, ""),
                said ? total(row, "network_") : null,
                row.getInt("version"),
                row.getBoolean("complete"));
    }

    private static Total total(ResultSet row, String prefix) throws SQLException {
        return new Total(
                row.getBigDecimal(prefix + "debit_count"),
                row.getBigDecimal(prefix + "debit_minor"),
                row.getBigDecimal(prefix + "credit_count"),
                row.getBigDecimal(prefix + "credit_minor"),
                row.getBigDecimal(prefix + "interchange_minor"),
                row.getBigDecimal(prefix + "fees_minor"));
    }
}
