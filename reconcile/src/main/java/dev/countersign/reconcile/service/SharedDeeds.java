package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.operator.SharedDeed;
import dev.countersign.reconcile.store.SharedDeedStore;
import dev.countersign.reconcile.store.SharedDeedStore.Request;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What two persons do together: one asks, another agrees, and only then it is done. */
public final class SharedDeeds {

    /** Nobody agrees to what was put in the place of what they have read. */
    private static final String ASKED_ANEW =
            "It was asked for anew since: read again what is asked for.";

    private final Database database;
    private final InstantSource clock;
    private final SharedDeedStore store = new SharedDeedStore();

    public SharedDeeds(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** What waits for a second person, if anything does. */
    public Optional<Request> find(SharedDeed deed, String subject) {
        return database.read(handle -> store.find(handle, deed, subject));
    }

    /**
     * Asks a second person to agree.
     *
     * @throws DeedRefused without a reason, or when it is asked for already
     */
    public void ask(SharedDeed deed, String subject, String reason, String by) {
        if (reason.isBlank()) {
            throw new DeedRefused("Say why it should be done.");
        }
        Request request = new Request(deed, subject, reason.strip(), by, clock.instant());
        database.doAtomically(
                handle -> {
                    if (!store.insert(handle, request)) {
                        throw new DeedRefused("That is asked for already.");
                    }
                });
    }

    /**
     * Agrees to what somebody else asked for, and does it.
     *
     * @param seen when what is agreed to was asked for, as who agrees has read it; null for
     *     whatever is asked for now
     * @param work done in one database transaction with the answer
     * @throws DeedRefused when nobody asks for it, or only who agrees
     */
    public void agree(
            SharedDeed deed,
            String subject,
            @Nullable Instant seen,
            String by,
            BiConsumer<Handle, Request> work) {
        database.doAtomically(
                handle -> {
                    Request request = lock(handle, deed, subject);
                    if (request.askedBy().equals(by)) {
                        throw new DeedRefused("Somebody else has to agree to what you asked for.");
                    }
                    if (seen != null && !request.askedAt().equals(seen)) {
                        throw new DeedRefused(ASKED_ANEW);
                    }
                    work.accept(handle, request);
                    store.delete(handle, deed, subject);
                });
    }

    /** Does not agree, or asks no longer: it is not done. */
    public void refuse(SharedDeed deed, String subject) {
        database.doAtomically(
                handle -> {
                    var unused = lock(handle, deed, subject);
                    store.delete(handle, deed, subject);
                });
    }

    private Request lock(Handle handle, SharedDeed deed, String subject) {
        return store.lock(handle, deed, subject)
                .orElseThrow(() -> new DeedRefused("Nobody asks for that now."));
    }
}
