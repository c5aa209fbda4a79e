package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.KeyedRequest;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.store.issuing.IdempotencyStore;
import dev.countersign.reconcile.store.issuing.IdempotencyStore.RequestState;
import dev.countersign.reconcile.store.issuing.IdempotencyStore.StoredResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Answers to callers who create something. What carries an idempotency key keeps its answer in the
 * transaction of what it creates, so that what was sent twice is done once.
 */
public final class IdempotentResponses {

    /** Period for which a key is remembered. */
    public static final Duration KEY_LIFE = Duration.ofHours(24);

    private final Database database;
    private final IdempotencyStore requests = new IdempotencyStore();
    private final InstantSource clock;
    private final ReferenceMask references;

    /**
     * Answers kept in a book.
     *
     * @param references masks card numbers in the keys that callers send
     */
    public IdempotentResponses(Database database, InstantSource clock, ReferenceMask references) {
        this.database = database;
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

    /**
     * The creation of something that a caller asks for.
     *
     * @param request null when it carries no key
     * @param answer the answer for what is created
     */
    public record Creation<T>(@Nullable KeyedRequest request, Function<T, Reply> answer) {}

    /**
     * Creates something in one transaction and answers. The key is asked for first: a caller that
     * sent it twice at once is told so rather than kept waiting. Of two at once, one may be refused
     * because of what the other has created just then: it gets the answer of the other.
     *
     * @throws RequestRefusedException where the key is in use, or was used for another body
     */
    public <T> Reply answer(Creation<T> creation, Function<Handle, T> work) {
        try {
            return database.atomically(handle -> once(handle, creation, work));
        } catch (RequestRefusedException refused) {
            if (creation.request() == null) {
                throw refused;
            }
            KeyedRequest request = creation.request().masked(references);
            return database.atomically(
                    handle ->
                            requests.find(handle, request)
                                    .filter(this::counts)
                                    .map(answered -> again(request, answered))
                                    .orElseThrow(() -> refused));
        }
    }

    /**
     * Deletes some of the answers whose keys count no longer.
     *
     * @return how many; fewer than were asked for when no more are left
     */
    public int forget(int limit) {
        Instant forgotten = forgotten(clock.instant());
        return database.atomically(handle -> requests.deleteBefore(handle, forgotten, limit));
    }

    private <T> Reply once(Handle handle, Creation<T> creation, Function<Handle, T> work) {
        if (creation.request() == null) {
            return creation.answer().apply(work.apply(handle));
        }
        KeyedRequest request = creation.request().masked(references);
        RequestState state = requests.take(handle, request);
        if (!state.taken()) {
            throw refuse(ErrorCode.IDEMPOTENCY_KEY_IN_USE);
        }
        Optional<StoredResponse> before = state.answered().filter(this::counts);
        if (before.isPresent()) {
            return again(request, before.get());
        }
        Reply reply = creation.answer().apply(work.apply(handle));
        Instant now = clock.instant();
        if (!requests.upsert(handle, request, reply.status(), reply.body(), now, forgotten(now))) {
            throw refuse(ErrorCode.IDEMPOTENCY_KEY_IN_USE);
        }
        return reply;
    }

    private boolean counts(StoredResponse answered) {
        return answered.at().isAfter(forgotten(clock.instant()));
    }

    /** Answers that were given by then count no longer. */
    private static Instant forgotten(Instant now) {
        return now.minus(KEY_LIFE);
    }

    private static Reply again(KeyedRequest request, StoredResponse before) {
        if (!before.bodySha256().equals(request.bodySha256())) {
            throw refuse(ErrorCode.IDEMPOTENCY_KEY_REUSED);
        }
        return new Reply(before.status(), before.response(), true);
    }

    private static RequestRefusedException refuse(ErrorCode code) {
        return RequestRefusedException.at(code, "Idempotency-Key");
    }
}
