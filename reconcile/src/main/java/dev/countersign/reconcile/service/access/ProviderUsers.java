package dev.countersign.reconcile.service.access;

import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.ProviderUserStore;
import java.time.InstantSource;

/**
 * The users of an identity provider that operators are: the first who logs in under an operator's
 * name is that operator from then on, and nobody else is. A name may be given to another person
 * there, a subject is not.
 */
public final class ProviderUsers {

    private final Database database;
    private final ProviderUserStore store = new ProviderUserStore();
    private final InstantSource clock;

    public ProviderUsers(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** True where an operator and a user belong to each other, or to nobody yet. */
    public boolean admits(String operator, String issuer, String subject) {
        return database.read(handle -> store.admits(handle, operator, issuer, subject));
    }

    /** True where they belong to each other. */
    public boolean isBound(String operator, String issuer, String subject) {
        return database.read(handle -> store.isBound(handle, operator, issuer, subject));
    }

    /**
     * Has them belong to each other; false where one of them belongs to another operator by now.
     */
    public boolean bind(String operator, String issuer, String subject) {
        return database.atomically(
                handle -> {
                    store.insert(handle, operator, issuer, subject, clock.instant());
                    return store.isBound(handle, operator, issuer, subject);
                });
    }
}
