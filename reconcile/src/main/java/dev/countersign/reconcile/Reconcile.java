package dev.countersign.reconcile;

import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.feed.FeedRecord;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import dev.countersign.reconcile.service.issuing.Accounts;
import dev.countersign.reconcile.service.issuing.BulkCardChanges;
import dev.countersign.reconcile.service.issuing.CardIssuing;
import dev.countersign.reconcile.service.issuing.CardNumbers;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.Customers;
import dev.countersign.reconcile.service.issuing.PanKeys;
import dev.countersign.reconcile.service.issuing.PhysicalOrders;
import dev.countersign.reconcile.service.issuing.PinKeyHandover;
import dev.countersign.reconcile.service.issuing.Pins;
import dev.countersign.reconcile.service.issuing.Programs;
import dev.countersign.reconcile.service.issuing.SandboxCards;
import dev.countersign.reconcile.service.issuing.TokenExpiry;
import dev.countersign.reconcile.service.issuing.Transactions;
import dev.countersign.reconcile.service.issuing.WalletTokens;
import dev.countersign.reconcile.service.issuing.WrappingKeys;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.service.operations.Disputes;
import dev.countersign.reconcile.service.operations.ManualMatches;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardStore;
import dev.countersign.reconcile.store.issuing.CustomerStore;
import dev.countersign.reconcile.store.issuing.ProgramStore;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import dev.countersign.reconcile.store.lookup.TransactionListStore;
import dev.countersign.reconcile.vault.KeyedReferenceMask;
import dev.countersign.reconcile.vault.PanGenerator;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.PinBlocks;
import dev.countersign.reconcile.vault.PinKeys;
import dev.countersign.reconcile.vault.PinVerification;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.security.SecureRandom;
import java.time.InstantSource;
import javax.sql.DataSource;

/** The front door of the book: its services, wired where everybody can read it. */
public record Reconcile(
        Database database,
        IdempotentResponses answers,
        Accounts accounts,
        ApiKeys apiKeys,
        Programs programs,
        Customers customers,
        Cards cards,
        CardIssuing cardIssuing,
        BulkCardChanges bulkCardChanges,
        WalletTokens walletTokens,
        TokenExpiry tokenExpiry,
        PhysicalOrders physicalOrders,
        Pins pins,
        Transactions transactions,
        Disputes disputes,
        FundingAccounts funding,
        Breaks breaks,
        FeedRecord feedRecord,
        SandboxCards sandboxCards,
        PanKeys panKeys,
        PinKeyHandover pinKeyHandover,
        WrappingKeys wrappingKeys) {

    /**
     * Maximum number of rows that one scan of a list may read. It takes some milliseconds, which a
     * page of the newest rows takes too.
     */
    static final int ROWS_SCANNED_MAX = 10_000;

    /**
     * Opens the book on a database whose schema is that of this version.
     *
     * @param keys from which all that is encrypted hangs
     */
    public static Reconcile open(
            DataSource dataSource,
            InstantSource clock,
            IdGenerator ids,
            KeyProvider keys,
            SecureRandom random) {
        return open(dataSource, clock, ids, keys, random, FilingWindows.DEFAULT);
    }

    /**
     * The same, where networks take disputes for other than the usual days.
     *
     * @param filing for how many they do
     */
    public static Reconcile open(
            DataSource dataSource,
            InstantSource clock,
            IdGenerator ids,
            KeyProvider keys,
            SecureRandom random,
            FilingWindows filing) {
        Schema.require(dataSource);
        Database database = Database.over(dataSource);
        CardChangeStore changes = new CardChangeStore();
        CardStore cardStore = new CardStore(ROWS_SCANNED_MAX);
        CustomerStore customerStore = new CustomerStore(ROWS_SCANNED_MAX);
        ProgramStore programs = new ProgramStore(ROWS_SCANNED_MAX);
        WalletTokenStore tokens = new WalletTokenStore(ROWS_SCANNED_MAX);
        TransactionListStore transactions = new TransactionListStore(ROWS_SCANNED_MAX);
        ApiKeys apiKeys = new ApiKeys(database, clock);
        PanVault vault = new PanVault(keys, random);
        CardNumbers numbers = CardNumbers.open(database, vault, new PanGenerator(random), clock);
        PinKeys pinKeys = new PinKeys(keys, random);
        BulkCardChanges sweeps = new BulkCardChanges(database, changes);
        ReferenceMask references = new KeyedReferenceMask(keys);
        IdempotentResponses answers = new IdempotentResponses(database, clock, references);
        Cards cards = new Cards(database, cardStore, tokens, changes, clock);
        Pins pins =
                new Pins(
                        database,
                        cards,
                        numbers,
                        changes,
                        new PinBlocks(random),
                        pinKeys,
                        new PinVerification(keys),
                        clock);
        return new Reconcile(
                database,
                answers,
                new Accounts(database, programs, apiKeys, clock, ids),
                apiKeys,
                new Programs(database, programs, sweeps, clock, ids),
                new Customers(database, answers, customerStore, sweeps, clock, ids, references),
                cards,
                new CardIssuing(
                        database,
                        answers,
                        cards,
                        cardStore,
                        customerStore,
                        programs,
                        numbers,
                        changes,
                        clock,
                        ids),
                sweeps,
                new WalletTokens(
                        database, answers, cards, customerStore, tokens, clock, ids, references),
                new TokenExpiry(database, tokens, changes, clock),
                new PhysicalOrders(database, answers, cards, clock, ids),
                pins,
                new Transactions(database, transactions),
                new Disputes(
                        database,
                        answers,
                        new DisputeStore(ROWS_SCANNED_MAX),
                        transactions,
                        filing,
                        clock,
                        ids),
                new FundingAccounts(database, programs, customerStore, sweeps, clock, ids),
                openBreaks(database, clock),
                openFeedRecord(database),
                new SandboxCards(database, programs, numbers, changes, clock, ids),
                new PanKeys(database, vault, clock),
                new PinKeyHandover(database, pins, pinKeys, clock),
                new WrappingKeys(database, keys, vault, pinKeys));
    }

    /** True where the database holds what only the keys of its own vault open. */
    public static boolean hasVault(DataSource dataSource) {
        return Database.over(dataSource).read(new VaultStore()::isBegun);
    }

    /** Opens the record of the feed alone, without a vault. */
    public static FeedRecord openFeedRecord(Database database) {
        return new FeedRecord(database);
    }

    /** The work on differences alone, without a vault. */
    public static Breaks openBreaks(Database database, InstantSource clock) {
        return openBreaks(database, ResolutionPolicy.DEFAULT, clock);
    }

    /** The same, where two operators resolve other breaks than usual together. */
    public static Breaks openBreaks(
            Database database, ResolutionPolicy policy, InstantSource clock) {
        return new Breaks(database, policy, clock);
    }

    /**
     * Opens the manual matches of clearing records, alone, without a vault.
     *
     * @param reads a way to the database for those who only look
     * @param policy tells which breaks take two operators
     */
    public static ManualMatches openManualMatches(
            Database reads, Database database, ResolutionPolicy policy, InstantSource clock) {
        return new ManualMatches(reads, database, policy, clock);
    }

    /**
     * Brings the schema up to date; gives the number of migrations applied.
     *
     * @param dataSource connects as who owns the schema
     */
    public static int migrate(DataSource dataSource) {
        return Schema.migrate(dataSource);
    }

    /**
     * The same, where the owner and the role that the product works as may not be there yet.
     *
     * @param dataSource connects as who may make roles
     */
    public static int migrateWithRoles(DataSource dataSource) {
        return Schema.migrateWithRoles(dataSource);
    }

    /**
     * Brings the schema up to date where it is not, for a start that has been told to.
     *
     * @param owner connects as who owns the schema
     */
    public static void bringSchemaUpToDate(DataSource owner) {
        Schema.bringUpToDate(owner);
    }

    /** Refuses a database whose schema this version cannot work with, and changes nothing of it. */
    public static void requireSchema(DataSource dataSource) {
        Schema.require(dataSource);
    }

    /** True where this version can work with the schema of the database. */
    public static boolean hasUsableSchema(DataSource dataSource) {
        return Schema.isUsable(dataSource);
    }
}
