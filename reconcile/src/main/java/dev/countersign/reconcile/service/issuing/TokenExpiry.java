package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Removes wallet tokens that no wallet confirmed in a day. */
public final class TokenExpiry {

    public static final Duration CONFIRMED_WITHIN = Duration.ofHours(24);

    private final Database database;
    private final WalletTokenStore tokens;
    private final InstantSource clock;

    public TokenExpiry(Database database, WalletTokenStore tokens, InstantSource clock) {
        this.database = database;
        this.tokens = tokens;
        this.clock = clock;
    }

    /**
     * Removes the oldest of them.
     *
     * @param max number that one call removes
     * @return the number of tokens removed
     */
    public int remove(int max) {
        Instant now = clock.instant();
        return database.atomically(
                handle -> tokens.removeUnconfirmed(handle, now.minus(CONFIRMED_WITHIN), now, max));
    }
}
