package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.camt.StatementFile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import javax.sql.DataSource;

/** Takes over statements of the settlement accounts; the next night compares them. */
public final class BankStatements {

    private final Database database;
    private final InstantSource clock;

    public BankStatements(DataSource dataSource, InstantSource clock) {
        this.database = new Database(JdbiSetup.over(dataSource));
        this.clock = clock;
    }

    /** The result of importing a file of statements. */
    public record StatementImportResult(List<ImportedStatement> statements) {

        public StatementImportResult {
            statements = List.copyOf(statements);
        }

        public int entries() {
            return statements.stream().mapToInt(ImportedStatement::entries).sum();
        }

        /** Those that were not known. */
        public int added() {
            return statements.stream().mapToInt(ImportedStatement::added).sum();
        }
    }

    /**
     * A statement, or a page of one, that an imported file had.
     *
     * @param words what the bank calls it
     * @param entries booked entries in it; 0 where it says that nothing moved
     * @param added those that were not known
     */
    public record ImportedStatement(
            String words, String account, String currency, int entries, int added) {}

    /**
     * Takes the statements of a file over, all or none; again changes nothing.
     *
     * @throws ActionRefusedException when one cannot be read, is of another account, does not add
     *     up, or contradicts what was taken before
     */
    public StatementImportResult importFrom(
            InputStream file, Mode mode, SettlementAccounts accounts) {
        return database.atomically(
                handle -> {
                    StatementStore.lock(handle);
                    StatementImport statements =
                            new StatementImport(handle, mode, accounts, clock.instant());
                    try {
                        StatementFile.read(file, statements);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return statements.imported();
                });
    }
}
