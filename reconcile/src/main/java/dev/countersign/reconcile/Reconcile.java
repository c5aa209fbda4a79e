package dev.countersign.reconcile;

import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.service.Accounts;
import dev.countersign.reconcile.service.ApiKeys;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SandboxCards;
import dev.countersign.reconcile.service.Transactions;
import dev.countersign.reconcile.store.AccountStore;
import dev.countersign.reconcile.store.ApiKeyStore;
import dev.countersign.reconcile.store.CardRulesStore;
import dev.countersign.reconcile.store.CardStore;
import dev.countersign.reconcile.store.TransactionListStore;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;

/** The front door of the book: its services, wired where everybody can read it. */
public record Reconcile(
        Database database,
        Accounts accounts,
        ApiKeys apiKeys,
        SandboxCards sandboxCards,
        Transactions transactions) {

    /** What one look at a list of transactions may read: some tens of milliseconds. */
    private static final int ROWS_PER_LOOK_MAX = 20_000;

    /** Brings the schema up to date, then opens the book on it. */
    public static Reconcile open(DataSource dataSource, InstantSource clock, IdGenerator ids) {
        migrate(dataSource);
        Database database = new Database(Jdbi.create(dataSource));
        AccountStore accountStore = new AccountStore();
        ApiKeys apiKeys = new ApiKeys(database, new ApiKeyStore(), clock);
        return new Reconcile(
                database,
                new Accounts(database, accountStore, apiKeys, clock, ids),
                apiKeys,
                new SandboxCards(
                        database, accountStore, new CardStore(), new CardRulesStore(), clock, ids),
                new Transactions(database, new TransactionListStore(ROWS_PER_LOOK_MAX)));
    }

    /** Brings the schema up to date; gives the number of steps that took. */
    public static int migrate(DataSource dataSource) {
        return Flyway.configure().dataSource(dataSource).load().migrate().migrationsExecuted;
    }
}
