package dev.countersign.reconcile.service.access;

import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.OperatorStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Set;

/**
 * Tells which sessions of the console go on. They begin and end elsewhere; a change of an
 * operator's access deletes them in the same transaction.
 */
public record ConsoleSessions(Database database, OperatorStore store, InstantSource clock) {

    /**
     * Those of these sessions that are not over.
     *
     * @param ids as their browsers have them
     * @param restMax after which a session that nobody uses is over
     * @param lifeMax after which a session is over
     */
    public Set<String> live(Collection<String> ids, Duration restMax, Duration lifeMax) {
        Instant now = clock.instant();
        return ids.isEmpty()
                ? Set.of()
                : database.read(
                        handle ->
                                store.liveSessions(
                                        handle, ids, now.minus(restMax), now.minus(lifeMax)));
    }

    /** Forgets the sessions that have been over for long. */
    public void forget() {
        Instant now = clock.instant();
        database.doAtomically(handle -> store.deleteSessionsBefore(handle, now));
    }
}
