package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Removes wallet tokens that no wallet confirmed in a day. */
public final class TokenExpiry {

    public static final Duration CONFIRMED_WITHIN = Duration.ofHours(24);

    private final Database database;
    private final WalletTokenStore tokens;
    private final CardChangeStore changes;
    private final InstantSource clock;

    public TokenExpiry(
            Database database,
            WalletTokenStore tokens,
            CardChangeStore changes,
            InstantSource clock) {
        this.database = database;
        this.tokens = tokens;
        this.changes = changes;
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
        return database.atomically(handle -> remove(handle, now, max));
    }

    private int remove(Handle handle, Instant now, int max) {
        List<CardId> cards =
                tokens.removeUnconfirmed(handle, now.minus(CONFIRMED_WITHIN), now, max);
        if (!cards.isEmpty()) {
            changes.insertFacts(handle, cards);
        }
        return cards.size();
    }
}
