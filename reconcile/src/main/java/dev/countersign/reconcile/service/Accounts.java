package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.store.AccountStore;
import dev.countersign.reconcile.store.AccountStore.NewProgram;
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

    private final Database database;
    private final AccountStore accounts;
    private final ApiKeys keys;
    private final InstantSource clock;
    private final IdGenerator ids;

    public Accounts(
            Database database,
            AccountStore accounts,
            ApiKeys keys,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.accounts = accounts;
        this.keys = keys;
        this.clock = clock;
        this.ids = ids;
    }

    /** The keys of the first account, shown this once. */
    public record FirstKeys(AccountId account, String sandbox, String live) {}

    /**
     * Opens the first account when there is none: a Visa program, its default, and a Mastercard one
     * in both modes. Two processes that start at once open one account.
     *
     * @return its keys, to whom opened it
     */
    public Optional<FirstKeys> openFirst() {
        return database.changingCards(
                handle -> {
                    if (accounts.first(handle).isPresent()) {
                        return Optional.empty();
                    }
                    Instant now = clock.instant();
                    return Optional.of(keysOf(handle, open(handle, "First account", now), now));
                });
    }

    /** New keys for the first account, for an owner who lost those of the first start. */
    public FirstKeys renewFirstKeys() {
        return database.changingCards(
                handle ->
                        keysOf(
                                handle,
                                accounts.first(handle)
                                        .orElseThrow(
                                                () ->
                                                        new IllegalStateException(
                                                                "there is no account yet")),
                                clock.instant()));
    }

    private FirstKeys keysOf(Handle handle, AccountId account, Instant now) {
        return new FirstKeys(
                account,
                keys.issue(handle, account, Mode.SANDBOX, "first sandbox key", now),
                keys.issue(handle, account, Mode.LIVE, "first live key", now));
    }

    /** True when an account was opened. */
    public boolean anyOpen() {
        return database.read(handle -> accounts.first(handle).isPresent());
    }

    private AccountId open(Handle handle, String name, Instant now) {
        AccountId account = new AccountId(ids.next(now));
        accounts.insert(handle, account, name, now);
        for (Mode mode : Mode.values()) {
            accounts.insert(handle, program(account, mode, Network.VISA, VISA_BIN, now), now);
            accounts.insert(
                    handle, program(account, mode, Network.MASTERCARD, MASTERCARD_BIN, now), now);
        }
        return account;
    }

    private NewProgram program(
            AccountId account, Mode mode, Network network, String bin, Instant now) {
        String name = network == Network.VISA ? "Visa" : "Mastercard";
        return new NewProgram(
                new ProgramId(ids.next(now)),
                account,
                mode,
                name,
                network,
                bin,
                CURRENCIES,
                network == Network.VISA);
    }
}
