package dev.countersign.jobs.bank;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.JdbiSetup;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.List;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/** Takes over statements of the settlement account; the next night compares them. */
public final class BankStatements {

    private final Jdbi jdbi;
    private final InstantSource clock;
    private final BankStore bank = new BankStore();

    public BankStatements(DataSource dataSource, InstantSource clock) {
        this.jdbi = JdbiSetup.over(dataSource);
        this.clock = clock;
    }

    /**
     * The result of importing a statement.
     *
     * @param entries booked entries in it
     * @param added those that were not known
     */
    public record Imported(int entries, int added) {}

    /**
     * Takes a statement over, whole or not at all; again changes nothing.
     *
     * @throws StatementRefusedException when it cannot be read, or contradicts what was taken
     *     before
     */
    public Imported importFrom(InputStream document, Mode mode) {
        List<BankEntry> entries = CamtReader.read(document);
        int added = jdbi.inTransaction(handle -> bank.add(handle, mode, entries, clock.instant()));
        return new Imported(entries.size(), added);
    }
}
