package dev.countersign.reconcile;

import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import dev.countersign.reconcile.service.issuing.Accounts;
import dev.countersign.reconcile.service.issuing.BulkCardChanges;
import dev.countersign.reconcile.service.issuing.Customers;
import dev.countersign.reconcile.service.issuing.Programs;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CustomerStore;
import dev.countersign.reconcile.store.issuing.ProgramStore;
import java.time.InstantSource;
import javax.sql.DataSource;

/** The services of the book that work without the keys of the vault. */
public record Administration(
        IdempotentResponses answers,
        Accounts accounts,
        Programs programs,
        Customers customers,
        FundingAccounts funding,
        ApiKeys apiKeys) {

    /** Opens the book on a database whose schema is that of this version. */
    public static Administration open(DataSource dataSource, InstantSource clock, IdGenerator ids) {
        Schema.require(dataSource);
        Database database = Database.over(dataSource);
        ProgramStore programs = new ProgramStore(Reconcile.ROWS_SCANNED_MAX);
        CustomerStore customers = new CustomerStore(Reconcile.ROWS_SCANNED_MAX);
        BulkCardChanges sweeps = new BulkCardChanges(database, new CardChangeStore());
        ApiKeys apiKeys = new ApiKeys(database, clock);
        IdempotentResponses answers =
                new IdempotentResponses(database, clock, ReferenceMask.LAST_FOUR);
        return new Administration(
                answers,
                new Accounts(database, programs, apiKeys, clock, ids),
                new Programs(database, programs, sweeps, clock, ids),
                new Customers(
                        database, answers, customers, sweeps, clock, ids, ReferenceMask.LAST_FOUR),
                new FundingAccounts(database, programs, customers, sweeps, clock, ids),
                apiKeys);
    }
}
