package dev.countersign.jobs.rate;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

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
     * @throws ActionRefusedException when lines are not understood, two are for the same records,
     *     or there is none
     */
    public int replace(Mode mode, List<String> lines, String source, String by) {
        List<String> wrong = new ArrayList<>();
        List<InterchangeRate> rates = InterchangeRateFile.read(lines, wrong);
        if (!wrong.isEmpty()) {
            throw new ActionRefusedException(
                    wrong.stream().limit(SENTENCES_MAX).collect(Collectors.joining("\n"))
                            + (wrong.size() > SENTENCES_MAX
                                    ? "\nand %s more".formatted(wrong.size() - SENTENCES_MAX)
                                    : "")
                            + "\nNothing was imported.");
        }
        if (rates.isEmpty()) {
            throw new ActionRefusedException(
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
                    batch.bindMethods(rate)
                            .bind("mode", mode.wire())
                            .bind(
                                    "region",
                                    rate.region() == null ? null : String.join(" ", rate.region()))
                            .bind("source", source)
                            .bind("by", by)
                            .bind("now", clock.instant())
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
                                .mapTo(InterchangeRate.class)
                                .list());
    }
}
