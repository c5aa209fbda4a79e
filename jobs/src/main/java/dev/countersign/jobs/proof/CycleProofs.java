package dev.countersign.jobs.proof;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.settlement.CycleKey;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/**
 * The network's cycles beside ours, with what nights found between them and what is written off.
 */
final class CycleProofs {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final Function<String, Optional<Network>> NETWORKS = Wire.reader(Network.class);

    /**
     * A cycle of a date, as its row says it.
     *
     * @param subject what breaks and journals of it are about; null where there can be none
     */
    private record CycleRow(LocalDate date, Cycle cycle, @Nullable UUID subject) {}

    /** The cycles that each of the dates from one to another has part in. */
    Map<LocalDate, List<Cycle>> of(Handle handle, Mode mode, LocalDate first, LocalDate last) {
        List<CycleRow> all =
                handle.createQuery(SQL.locate(CycleProofs.class, "cycles"))
                        .bind("mode", mode.wire())
                        .bind("first", first)
                        .bind("last", last)
                        .map((row, context) -> read(row, mode))
                        .list();
        List<UUID> subjects =
                all.stream().map(CycleRow::subject).filter(Objects::nonNull).distinct().toList();
        Map<UUID, Cycle.CycleBreak> found = found(handle, subjects);
        Set<UUID> writtenOff = writtenOff(handle, mode, subjects);
        Map<LocalDate, List<Cycle>> byDate = new LinkedHashMap<>();
        for (CycleRow read : all) {
            UUID subject = read.subject();
            Cycle known =
                    subject == null
                            ? read.cycle()
                            : read.cycle().with(found.get(subject), writtenOff.contains(subject));
            byDate.computeIfAbsent(read.date(), date -> new ArrayList<>()).add(known);
        }
        return byDate;
    }

    private static CycleRow read(ResultSet row, Mode mode) throws SQLException {
        Cycle cycle = cycle(row);
        return new CycleRow(
                row.getObject("business_date", LocalDate.class),
                cycle,
                cycle.theirs() == null ? null : subject(mode, cycle));
    }

    private static Cycle cycle(ResultSet row) throws SQLException {
        BigDecimal theirs = row.getBigDecimal("network_minor");
        return new Cycle(
                row.getString("network"),
                row.getString("institution"),
                row.getString("service"),
                row.getObject("settlement_date", LocalDate.class),
                row.getInt("cycle"),
                row.getString("currency"),
                row.getBigDecimal("of_date"),
                row.getBigDecimal("net_minor"),
                theirs,
                theirs == null ? null : row.getInt("version"),
                row.getBoolean("complete"),
                null,
                false);
    }

    /** Follows from the name of the cycle; null where no such network or currency exists. */
    private static @Nullable UUID subject(Mode mode, Cycle cycle) {
        Network network = NETWORKS.apply(cycle.network()).orElse(null);
        if (network == null) {
            return null;
        }
        return Currencies.find(cycle.currency())
                .map(
                        currency ->
                                new CycleKey(
                                                network,
                                                cycle.institution(),
                                                cycle.service(),
                                                cycle.settlementDate(),
                                                cycle.number(),
                                                currency)
                                        .subject(mode))
                .orElse(null);
    }

    /** The newest break of each cycle, an open one and one about more than interchange first. */
    private static Map<UUID, Cycle.CycleBreak> found(Handle handle, List<UUID> subjects) {
        return handle.createQuery(
                        """
                        select distinct on (subject)
                               subject, id, state in ('open', 'investigating') as open
                          from break
                         where type in ('TOTALS_MISMATCH', 'INTERCHANGE_VARIANCE')
                           and subject = any(:subjects)
                         order by subject, open desc, type desc, origin_date desc
                        """)
                .bindArray("subjects", UUID.class, subjects)
                .setMapKeyColumn("subject")
                .collectInto(new GenericType<Map<UUID, Cycle.CycleBreak>>() {});
    }

    /** The cycles whose difference is written off now. */
    private static Set<UUID> writtenOff(Handle handle, Mode mode, List<UUID> subjects) {
        if (subjects.isEmpty()) {
            return Set.of();
        }
        return Set.copyOf(
                handle.createQuery(
                                """
                                select subject
                                  from (select distinct on (subject) subject, differences
                                          from written_off_total
                                         where mode = :mode
                                           and subject = any(:subjects)
                                         order by subject, number desc) newest
                                 where differences is not null
                                """)
                        .bind("mode", mode.wire())
                        .bindArray("subjects", UUID.class, subjects)
                        .mapTo(UUID.class)
                        .list());
    }
}
