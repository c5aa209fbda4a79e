package dev.countersign.jobs.rate;

import dev.countersign.jobs.fx.RatesRefusedException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/**
 * The table of interchange and scheme fee rates of a mode. A file is the whole table: what an
 * earlier one said and this one does not ends. What nights computed stands.
 */
public final class InterchangeRates {

    private static final int SENTENCES_MAX = 10;

    private final Database database;
    private final InstantSource clock;

    public InterchangeRates(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Takes over the lines of a file, or nothing of them; the number of rates comes back.
     *
     * @param source where the rates are from, such as the name of the file
     * @throws RatesRefusedException when lines are not understood, two are for the same records, or
     *     there is none
     */
    public int replace(Mode mode, List<String> lines, String source, String by) {
        List<String> wrong = new ArrayList<>();
        List<InterchangeRate> rates = InterchangeRateFile.read(lines, wrong);
        if (!wrong.isEmpty()) {
            throw new RatesRefusedException(
                    wrong.stream().limit(SENTENCES_MAX).collect(Collectors.joining("\n"))
                            + (wrong.size() > SENTENCES_MAX
                                    ? "\nand %s more".formatted(wrong.size() - SENTENCES_MAX)
                                    : "")
                            + "\nNothing was imported.");
        }
        if (rates.isEmpty()) {
            throw new RatesRefusedException(
                    "This file has no rates, and without rates nothing is checked. Nothing was"
                            + " imported: where that is meant, say 'rates clear'.");
        }
        database.doAtomically(
                handle -> {
                    var unused = empty(handle, mode);
                    write(handle, mode, rates, source, by);
                });
        return rates.size();
    }

    /**
     * Drops the table, so that nights check nothing; the number of rates that it had comes back.
     */
    public int clear(Mode mode) {
        return database.atomically(handle -> empty(handle, mode));
    }

    /** Of two that come at once the second waits, and finds the table of the first. */
    private static int empty(Handle handle, Mode mode) {
        handle.execute("lock table interchange_rate in share row exclusive mode");
        return handle.execute("delete from interchange_rate where mode = ?", mode.wire());
    }

    private void write(
            Handle handle, Mode mode, List<InterchangeRate> rates, String source, String by) {
        PreparedBatch batch =
                handle.prepareBatch(
                        """
                        insert into interchange_rate (mode, line, kind, network, institution, region,
                                                      product, mcc_from, mcc_to, currency, valid_from,
                                                      valid_to, basis_points, fixed_minor, source,
                                                      imported_by, imported_at)
                        values (:mode, :line, :kind, :network, :institution,
                                string_to_array(:region, ' '), cast(:product as uuid), :mccFrom, :mccTo, :currency,
                                :validFrom, :validTo, :basisPoints, :fixedMinor, :source, :by, :now)
                        """);
        for (InterchangeRate rate : rates) {
            var unused =
                    batch.bind("mode", mode.wire())
                            .bind("line", rate.line())
                            .bind("kind", rate.kind().wire())
                            .bind("network", rate.network().wire())
                            .bind("institution", rate.institution())
                            .bind(
                                    "region",
                                    rate.region() == null ? null : String.join(" ", rate.region()))
                            .bind("product", rate.product())
                            .bind("mccFrom", rate.mccFrom())
                            .bind("mccTo", rate.mccTo())
                            .bind("currency", rate.currency())
                            .bind("validFrom", rate.validFrom())
                            .bind("validTo", rate.validTo())
                            .bind("basisPoints", rate.basisPoints())
                            .bind("fixedMinor", rate.fixedMinor())
                            .bind("source", source)
                            .bind("by", by)
                            .bind("now", clock.instant().atOffset(ZoneOffset.UTC))
                            .add();
        }
        var unused = batch.execute();
    }

    /** The rates of a mode, in the order of their file. */
    public List<InterchangeRate> all(Mode mode) {
        return database.read(
                handle ->
                        handle.createQuery(
                                        """
                                        select line, kind, network, institution, region, product,
                                               mcc_from, mcc_to, currency, valid_from, valid_to,
                                               basis_points, fixed_minor
                                          from interchange_rate
                                         where mode = :mode
                                         order by line
                                        """)
                                .bind("mode", mode.wire())
                                .map((row, context) -> read(row))
                                .list());
    }

    private static InterchangeRate read(ResultSet row) throws SQLException {
        return new InterchangeRate(
                row.getInt("line"),
                Rows.wire(row, "kind", RateKind.class),
                Rows.wire(row, "network", Network.class),
                row.getString("institution"),
                texts(row.getArray("region")),
                row.getObject("product", UUID.class),
                row.getString("mcc_from"),
                row.getString("mcc_to"),
                row.getString("currency"),
                row.getObject("valid_from", LocalDate.class),
                row.getObject("valid_to", LocalDate.class),
                row.getBigDecimal("basis_points"),
                row.getLong("fixed_minor"));
    }

    private static @Nullable List<String> texts(@Nullable Array array) throws SQLException {
        return array == null ? null : List.of((String[]) array.getArray());
    }
}
