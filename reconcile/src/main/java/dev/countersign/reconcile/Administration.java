package dev.countersign.reconcile;

import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.Accounts;
import dev.countersign.reconcile.service.ApiKeys;
import dev.countersign.reconcile.service.CardSweeps;
import dev.countersign.reconcile.service.Customers;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.Programs;
import dev.countersign.reconcile.service.Writes;
import dev.countersign.reconcile.store.AccountStore;
import dev.countersign.reconcile.store.ApiKeyStore;
import dev.countersign.reconcile.store.CardChangeStore;
import dev.countersign.reconcile.store.CustomerStore;
import dev.countersign.reconcile.store.IdempotencyStore;
import dev.countersign.reconcile.store.ProgramStore;
import java.time.InstantSource;
import javax.sql.DataSource;

/** The services of the book that work without the keys of the vault. */
public record Administration(
        Writes writes, Accounts accounts, Programs programs, Customers customers, ApiKeys apiKeys) {

    /** Brings the schema up to date, then opens the book on it. */
    public static Administration open(DataSource dataSource, InstantSource clock, IdGenerator ids) {
        Schema.ensure(dataSource);
        Database database = new Database(JdbiSetup.over(dataSource));
        ProgramStore programs = new ProgramStore(Reconcile.ROWS_PER_LOOK_MAX);
        CardSweeps sweeps = new CardSweeps(database, new CardChangeStore());
        ApiKeys apiKeys = new ApiKeys(database, new ApiKeyStore(), clock);
        return new Administration(
                new Writes(database, new IdempotencyStore(), clock, ReferenceMask.LAST_FOUR),
                new Accounts(database, new AccountStore(), programs, apiKeys, clock, ids),
                new Programs(database, programs, sweeps, clock, ids),
                new Customers(
                        database,
                        new CustomerStore(Reconcile.ROWS_PER_LOOK_MAX),
                        sweeps,
                        clock,
                        ids,
                        ReferenceMask.LAST_FOUR),
                apiKeys);
    }
}
