package dev.countersign.jobs;

import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.bank.BankStatements.StatementImportResult;
import dev.countersign.jobs.bank.BankWork;
import dev.countersign.jobs.bank.SettlementAccounts;
import dev.countersign.jobs.bank.camt.StatementText;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.Database;
import java.time.InstantSource;
import java.util.Map;
import javax.sql.DataSource;

/** A clerk who takes the bank's statements of the sandbox book, at a time the test sets. */
final class BankClerk {

    private final DataSource source;
    private final InstantSource clock;

    BankClerk(DataSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    StatementImportResult take(StatementText statement) {
        return new BankStatements(source, clock)
                .importFrom(
                        statement.stream(),
                        Mode.SANDBOX,
                        new SettlementAccounts(Map.of(), StatementText.ACCOUNT));
    }

    BankWork work() {
        return new BankWork(Database.over(source));
    }

    /** Takes back the statement that the bank gave this name. */
    void undo(String name) {
        var unused =
                work().undo(
                                Mode.SANDBOX,
                                work().statements(Mode.SANDBOX).stream()
                                        .filter(each -> each.name().equals(name))
                                        .findFirst()
                                        .orElseThrow()
                                        .named());
    }

    /** The id of the entry that the bank gave this reference. */
    String entry(String reference) {
        return work().entries(Mode.SANDBOX, null, 100).stream()
                .filter(each -> reference.equals(each.reference()))
                .findFirst()
                .orElseThrow()
                .named();
    }
}
