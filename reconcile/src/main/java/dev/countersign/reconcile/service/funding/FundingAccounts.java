package dev.countersign.reconcile.service.funding;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.funding.FundingMovement;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.issuing.BulkCardChanges;
import dev.countersign.reconcile.store.funding.FundingMovementStore;
import dev.countersign.reconcile.store.funding.FundingStore;
import dev.countersign.reconcile.store.issuing.CustomerStore;
import dev.countersign.reconcile.store.issuing.ProgramStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.settlement.NightGate;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The funding accounts of a book: opened for a program or a customer, credited and debited. */
public final class FundingAccounts {

    private static final int PAGE = 1_000;

    /** Half of the greatest amount: what cards are given back fits, too. */
    private static final BigInteger BALANCE_MAX = BigInteger.valueOf(Long.MAX_VALUE / 2);

    private final Database database;
    private final ProgramStore programs;
    private final CustomerStore customers;
    private final BulkCardChanges sweeps;
    private final InstantSource clock;
    private final IdGenerator ids;
    private final FundingStore accounts = new FundingStore();
    private final FundingMovementStore movements = new FundingMovementStore();
    private final JournalStore journals = new JournalStore();

    public FundingAccounts(
            Database database,
            ProgramStore programs,
            CustomerStore customers,
            BulkCardChanges sweeps,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.programs = programs;
        this.customers = customers;
        this.sweeps = sweeps;
        this.clock = clock;
        this.ids = ids;
    }

    public Optional<FundingAccount> find(Book book, FundingId id) {
        return database.read(handle -> accounts.find(handle, book, id));
    }

    /** One account of whichever book. */
    public Optional<FundingAccount> find(FundingId id) {
        return database.read(handle -> accounts.find(handle, id));
    }

    /** All accounts of a book, in the order they were opened. */
    public List<FundingAccount> all(Book book) {
        List<FundingAccount> all = new ArrayList<>();
        List<FundingAccount> page;
        do {
            FundingId after = all.isEmpty() ? null : all.getLast().id();
            page = database.read(handle -> accounts.list(handle, book, after, PAGE));
            all.addAll(page);
        } while (page.size() == PAGE);
        return all;
    }

    /**
     * Opens the account of a program, or of a customer. The next message of each of its cards is
     * decided on it once this returns; holds that are open already are not held on it.
     *
     * @param program null where it is a customer's
     * @param customer null where it is a program's
     * @param balanceMinor what is credited to it at once
     */
    public FundingAccount open(
            Book book,
            @Nullable ProgramId program,
            @Nullable CustomerId customer,
            Currency currency,
            long balanceMinor) {
        FundingAccount opened =
                database.atomically(
                        handle -> open(handle, book, program, customer, currency, balanceMinor));
        sweeps.finish();
        return opened;
    }

    private FundingAccount open(
            Handle handle,
            Book book,
            @Nullable ProgramId program,
            @Nullable CustomerId customer,
            Currency currency,
            long balanceMinor) {
        requireOwner(handle, book, program, customer, currency);
        if (BigInteger.valueOf(balanceMinor).compareTo(BALANCE_MAX) > 0) {
            throw tooMuch("balance");
        }
        Instant now = clock.instant();
        FundingAccount account =
                new FundingAccount(
                        new FundingId(ids.next(now)),
                        book,
                        program,
                        customer,
                        currency,
                        BigInteger.ZERO,
                        BigInteger.ZERO,
                        now);
        if (!accounts.insert(handle, account)) {
            throw new RequestRefusedException(ErrorCode.FUNDING_ACCOUNT_EXISTS);
        }
        sweeps.begin(handle, program, customer);
        return balanceMinor == 0
                ? account
                : post(handle, account, JournalEvent.FUNDING_CREDIT, balanceMinor);
    }

    private void requireOwner(
            Handle handle,
            Book book,
            @Nullable ProgramId program,
            @Nullable CustomerId customer,
            Currency currency) {
        if ((program == null) == (customer == null)) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_INVALID,
                    "Name the program or the customer whose cards spend from it, and not both.",
                    program == null ? "program_id" : "customer_id");
        }
        if (program != null) {
            boolean supported =
                    programs.find(handle, book, program)
                            .orElseThrow(() -> NotFound.of("program", "program_id"))
                            .currencies()
                            .contains(currency.getCurrencyCode());
            if (!supported) {
                throw RequestRefusedException.at(ErrorCode.CURRENCY_NOT_SUPPORTED, "currency");
            }
        }
        if (customer != null && customers.find(handle, book, customer).isEmpty()) {
            throw NotFound.of("customer", "customer_id");
        }
    }

    /** Books money that its owner paid in. */
    public FundingAccount credit(Book book, FundingId id, long minor) {
        return database.atomically(
                handle -> post(handle, lock(handle, book, id), JournalEvent.FUNDING_CREDIT, minor));
    }

    /**
     * Books money that its owner takes out.
     *
     * @throws RequestRefusedException where less is available
     */
    public FundingAccount debit(Book book, FundingId id, long minor) {
        return database.atomically(
                handle -> {
                    FundingAccount account = lock(handle, book, id);
                    if (account.availableMinor().compareTo(BigInteger.valueOf(minor)) < 0) {
                        throw new RequestRefusedException(
                                ErrorCode.FUNDS_INSUFFICIENT,
                                "The account has %s available (%s minor units)."
                                        .formatted(
                                                Currencies.amount(
                                                        account.availableMinor(),
                                                        account.currency()),
                                                account.availableMinor()),
                                "amount");
                    }
                    return post(handle, account, JournalEvent.FUNDING_DEBIT, minor);
                });
    }

    private FundingAccount lock(Handle handle, Book book, FundingId id) {
        var unused = accounts.lock(handle, Set.of(id));
        return accounts.find(handle, book, id)
                .orElseThrow(() -> NotFound.of("funding account", "id"));
    }

    private static RequestRefusedException tooMuch(String property) {
        return new RequestRefusedException(
                ErrorCode.VALUE_OUT_OF_RANGE,
                "The account would hold more than an amount can say.",
                property);
    }

    private FundingAccount post(
            Handle handle, FundingAccount account, JournalEvent event, long minor) {
        boolean credits = event == JournalEvent.FUNDING_CREDIT;
        BigInteger after = account.balanceMinor().add(BigInteger.valueOf(credits ? minor : -minor));
        if (after.abs().compareTo(BALANCE_MAX) > 0) {
            throw tooMuch("amount");
        }
        Instant now = clock.instant();
        LocalDate date = LocalDate.ofInstant(now, ZoneOffset.UTC);
        LocalDate open =
                NightGate.openDate(handle, account.book().mode(), date)
                        .orElseThrow(
                                () ->
                                        new RequestRefusedException(
                                                ErrorCode.TEMPORARILY_UNAVAILABLE,
                                                NightGate.refusal(handle, account.book().mode())));
        UUID subject = ids.next(now);
        Journal.Entry entry = Journal.Entry.of(open, event, subject);
        Money amount = new Money(minor, account.currency());
        journals.insert(
                handle,
                List.of(
                        new JournalStore.BookedJournal(
                                credits
                                        ? Journals.fundingCredited(entry, amount)
                                        : Journals.fundingDebited(entry, amount),
                                account.book().mode(),
                                account.book().account(),
                                null,
                                null,
                                null)));
        movements.add(
                handle,
                List.of(
                        new FundingMovement(
                                account.id(),
                                account.book().mode(),
                                subject,
                                event.wire(),
                                0,
                                open,
                                credits ? minor : -minor,
                                0,
                                null,
                                null)));
        movements.apply(handle);
        return accounts.find(handle, account.book(), account.id()).orElseThrow();
    }
}
