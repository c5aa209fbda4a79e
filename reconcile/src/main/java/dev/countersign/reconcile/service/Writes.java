package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.store.issuing.IdempotencyStore;
import dev.countersign.reconcile.store.issuing.IdempotencyStore.Answered;
import dev.countersign.reconcile.store.issuing.IdempotencyStore.Request;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Writes of the interface: each in one database transaction with everything that it changes. A
 * create that carries a key keeps its answer in the same transaction, so that what was sent twice
 * is done once.
 */
public final class Writes {

    /** Period for which a key is remembered. */
    public static final Duration KEY_LIFE = Duration.ofHours(24);

    private final Database database;
    private final IdempotencyStore requests;
    private final InstantSource clock;
    private final ReferenceMask references;

    /**
     * Writes to a book.
     *
     * @param references masks card numbers in the keys that callers send
     */
    public Writes(
            Database database,
            IdempotencyStore requests,
            InstantSource clock,
            ReferenceMask references) {
        this.database = database;
        this.requests = requests;
        this.clock = clock;
        this.references = references;
    }

    /**
     * The reply to the caller.
     *
     * @param body as it is sent, so that it can be sent again
     * @param replayed true when it was answered before
     */
    public record Reply(int status, String body, boolean replayed) {}

    /** Does something. */
    public <T> T perform(Function<Handle, T> work) {
        return database.atomically(work);
    }

    /**
     * Creates something. Its key is asked for first: a caller that sent it twice at once is told so
     * rather than kept waiting.
     *
     * @param request null when it carries no key
     * @param render what the caller is told about it
     */
    public <T> Reply create(
            @Nullable Request request, Function<Handle, T> work, Function<T, Reply> render) {
        Function<Handle, Reply> writing =
                handle -> once(handle, request, () -> render.apply(work.apply(handle)));
        return database.atomically(writing);
    }

    /**
     * Deletes some of the answers whose keys count no longer.
     *
     * @return how many; fewer than were asked for when no more are left
     */
    public int forget(int limit) {
        Instant before = clock.instant().minus(KEY_LIFE);
        return database.atomically(handle -> requests.deleteBefore(handle, before, limit));
    }

    private Reply once(Handle handle, @Nullable Request sent, Supplier<Reply> work) {
        if (sent == null) {
            return work.get();
        }
        Request request = sent.masked(references);
        if (!requests.take(handle, request)) {
            throw refuse(ErrorCode.IDEMPOTENCY_KEY_IN_USE);
        }
        Instant now = clock.instant();
        Optional<Answered> before =
                requests.find(handle, request)
                        .filter(answered -> answered.at().plus(KEY_LIFE).isAfter(now));
        if (before.isPresent()) {
            return again(request, before.get());
        }
        Reply reply = work.get();
        requests.upsert(handle, request, reply.status(), reply.body(), now);
        return reply;
    }

    private static Reply again(Request request, Answered before) {
        if (!before.bodySha256().equals(request.bodySha256())) {
            throw refuse(ErrorCode.IDEMPOTENCY_KEY_REUSED);
        }
        return new Reply(before.status(), before.response(), true);
    }

    private static RequestRefusedException refuse(ErrorCode code) {
        return new RequestRefusedException(code, code.meaning(), "Idempotency-Key");
    }
}
