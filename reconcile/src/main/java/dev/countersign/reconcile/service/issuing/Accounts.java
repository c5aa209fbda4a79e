package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Account;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import dev.countersign.reconcile.store.issuing.AccountStore;
import dev.countersign.reconcile.store.issuing.ProgramStore;
import dev.countersign.reconcile.vault.PinKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Issuers that use this installation, each with a live and a sandbox book. */
public final class Accounts {

    private static final List<String> CURRENCIES = List.of("EUR", "USD", "GBP", "JPY");
    private static final String VISA_BIN = "400000";
    private static final String MASTERCARD_BIN = "222300";
    private static final int NAME_MAX = 100;

    private final Database database;
    private final AccountStore accounts = new AccountStore();
    private final ProgramStore programs;
    private final ApiKeys keys;
    private final InstantSource clock;
    private final IdGenerator ids;

    public Accounts(
            Database database,
            ProgramStore programs,
            ApiKeys keys,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.programs = programs;
        this.keys = keys;
        this.clock = clock;
        this.ids = ids;
    }

    /** The keys of the first account, shown only once. */
    public record FirstKeys(AccountId account, String sandbox, String live) {}

    /**
     * Opens the first account when there is none: a Visa program, its default, and a Mastercard one
     * in both modes. Two processes that start at once open one account.
     *
     * @return its keys, to whom opened it
     */
    public Optional<FirstKeys> openFirst() {
        if (anyOpen()) {
            return Optional.empty(); // as at each start but one: nobody is kept waiting
        }
        return database.atomically(
                handle -> {
                    accounts.takeTurn(handle);
                    if (accounts.first(handle).isPresent()) {
                        return Optional.empty();
                    }
                    Account opened = create(handle, "First account", true);
                    return Optional.of(keysOf(opened.id()));
                });
    }

    /** New keys for the first account, for an owner who lost those of the first start. */
    public FirstKeys renewFirstKeys() {
        return database.atomically(
                handle -> {
                    accounts.takeTurn(handle);
                    return keysOf(
                            accounts.first(handle)
                                    .orElseThrow(
                                            () ->
                                                    new IllegalStateException(
                                                            "there is no account yet")));
                });
    }

    private FirstKeys keysOf(AccountId account) {
        return new FirstKeys(
                account,
                firstKey(new Book(account, Mode.SANDBOX), "first sandbox key"),
                firstKey(new Book(account, Mode.LIVE), "first live key"));
    }

    private String firstKey(Book book, String name) {
        return keys.create(new NewKey(book, name, ApiKeys.SCOPES, null)).text();
    }

    public boolean anyOpen() {
        return database.read(handle -> accounts.first(handle).isPresent());
    }

    /** All accounts, oldest first. */
    public List<Account> list() {
        return database.read(accounts::list);
    }

    /** A new account, with the PIN key of each of its books. */
    public record OpenedAccount(Account account, PinKey sandbox, PinKey live) {}

    /** Opens an account, and makes its PIN keys. */
    public OpenedAccount create(String name, boolean withPrograms, Pins pins) {
        return database.atomically(
                handle -> {
                    Account account = create(handle, name, withPrograms);
                    return new OpenedAccount(
                            account,
                            pins.keyOf(handle, new Book(account.id(), Mode.SANDBOX)),
                            pins.keyOf(handle, new Book(account.id(), Mode.LIVE)));
                });
    }

    /**
     * Opens an account.
     *
     * @param withPrograms gives it a Visa program, its default, and a Mastercard one in both modes;
     *     without, it issues no card until it has a program
     */
    public Account create(String name, boolean withPrograms) {
        return database.atomically(handle -> create(handle, name, withPrograms));
    }

    private Account create(Handle handle, String name, boolean withPrograms) {
        if (name.isBlank() || name.length() > NAME_MAX) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_INVALID,
                    "An account's name has 1 to " + NAME_MAX + " characters.",
                    "name");
        }
        Instant now = clock.instant();
        Account account = new Account(new AccountId(ids.next(now)), name, now);
        accounts.insert(handle, account);
        if (withPrograms) {
            for (Mode mode : Mode.values()) {
                Book book = new Book(account.id(), mode);
                programs.insert(handle, book, program(Network.VISA, now));
                programs.insert(handle, book, program(Network.MASTERCARD, now));
            }
        }
        return account;
    }

    private Program program(Network network, Instant now) {
        boolean visa = network == Network.VISA;
        return new Program(
                new ProgramId(ids.next(now)),
                visa ? "Visa" : "Mastercard",
                true,
                network,
                visa ? VISA_BIN : MASTERCARD_BIN,
                List.of(CardType.values()),
                CURRENCIES,
                List.of(),
                false,
                visa,
                now);
    }
}
