package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.store.feed.FeedLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/**
 * Authorizations that were decided while a chunk was being settled. The stream that decides one
 * does not see yet that a record waits for it, and who settles the record did not see it: were both
 * written, the same purchase would count twice.
 */
final class LateAuthorizationGuard {

    private static final String SQL =
            ClasspathSqlLocator.create().locate(LateAuthorizationGuard.class, "arrived");

    private record Position(int partition, long nextOffset) {}

    private final List<Position> read;

    private LateAuthorizationGuard(List<Position> read) {
        this.read = read;
    }

    /** Those that come from now on; what came before is seen by every later read. */
    static LateAuthorizationGuard from(Handle handle) {
        return new LateAuthorizationGuard(
                handle.createQuery("select partition, next_offset from feed_position")
                        .map(
                                (row, context) ->
                                        new Position(
                                                row.getInt("partition"),
                                                row.getLong("next_offset")))
                        .list());
    }

    /**
     * Lets nothing be decided any more until what was settled is written, where a record waits for
     * its authorization. The last thing a chunk does: the stream is kept for no longer.
     *
     * @throws Chunk.ChunkConflictException when one of them came meanwhile
     */
    void refuse(Handle handle, List<OutcomeWriter.SettledRecord> settled) {
        List<EarlyArrival> waiting =
                settled.stream()
                        .map(OutcomeWriter.SettledRecord::outcome)
                        .map(ClearingOutcome::early)
                        .filter(Objects::nonNull)
                        .toList();
        if (waiting.isEmpty()) {
            return;
        }
        FeedLock.exclusiveOrFail(handle);
        boolean arrived =
                handle.createQuery(SQL)
                        .bindArray("cards", UUID.class, of(waiting, row -> row.cardId().value()))
                        .bindArray(
                                "lifecycles",
                                String.class,
                                of(waiting, row -> row.original().networkTxnId()))
                        .bindArray("stans", String.class, of(waiting, row -> row.original().stan()))
                        .bindArray(
                                "acquirers",
                                String.class,
                                of(waiting, row -> row.original().acquirerId()))
                        .bindArray("firsts", UUID.class, of(waiting, LateAuthorizationGuard::first))
                        .bindArray("lasts", UUID.class, of(waiting, LateAuthorizationGuard::last))
                        .bindArray("partitions", Integer.class, of(read, Position::partition))
                        .bindArray("offsets", Long.class, of(read, Position::nextOffset))
                        .mapTo(Boolean.class)
                        .one();
        if (arrived) {
            throw new Chunk.ChunkConflictException(
                    "an authorization came for a record that was settled without");
        }
    }

    private static UUID first(EarlyArrival waiting) {
        return TimeOrderedId.floor(waiting.arrivedAt().minus(EarlyArrival.TOMBSTONE_LIFE));
    }

    private static UUID last(EarlyArrival waiting) {
        return TimeOrderedId.floor(
                waiting.arrivedAt().plus(EarlyArrival.TOMBSTONE_LIFE).plusMillis(1));
    }

    private static <R, T> List<@Nullable T> of(List<R> rows, Function<R, @Nullable T> column) {
        List<@Nullable T> values = new ArrayList<>(rows.size());
        rows.forEach(row -> values.add(column.apply(row)));
        return values;
    }
}
