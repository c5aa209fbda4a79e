package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.Account;
import dev.countersign.reconcile.domain.id.AccountId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Accounts, and which program each has as its default. */
public final class AccountStore {

    private static final long OPENING = 4_020_261_003L;

    /** The only account, or the first that was opened. */
    public Optional<AccountId> first(Handle handle) {
        return handle.createQuery("select id from account order by id limit 1")
                .mapTo(AccountId.class)
                .findOne();
    }

    /**
     * Lets one transaction after the other open the first account, renew its keys or issue sandbox
     * cards: each finds what the one before made.
     */
    public void takeTurn(Handle handle) {
        handle.execute("select pg_advisory_xact_lock(?)", OPENING);
    }

    public void insert(Handle handle, Account account) {
        handle.createUpdate(
                        "insert into account (id, name, created_at) values (:id, :name, :createdAt)")
                .bindMethods(account)
                .execute();
    }

    /** All accounts, oldest first. */
    public List<Account> list(Handle handle) {
        return handle.createQuery("select id, name, created_at from account order by id")
                .mapTo(Account.class)
                .list();
    }
}
