package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.KeyedRequest;
import dev.countersign.reconcile.domain.text.Sha256;
import dev.countersign.reconcile.store.sql.Rows;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/** Answers to requests that carried a key. */
public final class IdempotencyStore {

    /** The answer that was given, and the body that it answered. */
    public record StoredResponse(String bodySha256, int status, String response, Instant at) {}

    /**
     * The state of a request when it was looked at.
     *
     * @param taken false when it is being answered by another transaction
     * @param answered the answer that was given, if there was one
     */
    public record RequestState(boolean taken, Optional<StoredResponse> answered) {}

    /**
     * Takes a request for this transaction. The answer is what was there when the look began; one
     * that came in meanwhile is met by {@link #upsert}.
     */
    public RequestState take(Handle handle, KeyedRequest request) {
        return bind(
                        handle.createQuery(
                                """
                                select pg_try_advisory_xact_lock(:name) as taken, body_sha256, status,
                                       response, created_at
                                  from (select 1) always
                                  left join idempotent_request
                                    on account_id = :account
                                   and mode = :mode
                                   and method = :method
                                   and path = :path
                                   and key = :key
                                """),
                        request)
                .bind("name", lockName(request))
                .map(
                        (row, context) ->
                                new RequestState(
                                        row.getBoolean("taken"),
                                        row.getString("response") == null
                                                ? Optional.empty()
                                                : Optional.of(answered(row))))
                .one();
    }

    /** The answer that was given, if there is one. */
    public Optional<StoredResponse> find(Handle handle, KeyedRequest request) {
        return bind(
                        handle.createQuery(
                                """
                                select body_sha256, status, response, created_at
                                  from idempotent_request
                                 where account_id = :account
                                   and mode = :mode
                                   and method = :method
                                   and path = :path
                                   and key = :key
                                """),
                        request)
                .map((row, context) -> answered(row))
                .findOne();
    }

    private static StoredResponse answered(ResultSet row) throws SQLException {
        return new StoredResponse(
                row.getString("body_sha256"),
                row.getInt("status"),
                row.getString("response"),
                Rows.instant(row, "created_at"));
    }

    /**
     * Keeps an answer, in the place of one that is too old to count.
     *
     * @param forgotten answers that were given by then count no longer
     * @return false when another transaction has answered since the request was looked at
     */
    public boolean upsert(
            Handle handle,
            KeyedRequest request,
            int status,
            String response,
            Instant at,
            Instant forgotten) {
        return bind(
                                handle.createUpdate(
                                        """
                                insert into idempotent_request (account_id, mode, method, path, key, body_sha256,
                                                                status, response, created_at)
                                values (:account, :mode, :method, :path, :key, :bodySha256,
                                        :status, :response, :at)
                                    on conflict (account_id, mode, method, path, key) do update
                                   set body_sha256 = excluded.body_sha256,
                                       status = excluded.status,
                                       response = excluded.response,
                                       created_at = excluded.created_at
                                 where idempotent_request.created_at <= :forgotten
                                """),
                                request)
                        .bind("status", status)
                        .bind("response", response)
                        .bind("at", at)
                        .bind("forgotten", forgotten)
                        .execute()
                == 1;
    }

    private static <S extends SqlStatement<S>> S bind(S statement, KeyedRequest request) {
        return statement.bindMethods(request.book()).bindMethods(request);
    }

    /** Deletes some of the answers that were given before; gives their number. */
    public int deleteBefore(Handle handle, Instant before, int limit) {
        return handle.execute(
                """
                        delete from idempotent_request
                         where ctid in (select ctid
                                          from idempotent_request
                                         where created_at <= ?
                                         order by created_at
                                         limit ?
                                           for update skip locked)
                        """,
                before,
                limit);
    }

    private static long lockName(KeyedRequest request) {
        String name =
                String.join(
                        "\n",
                        request.book().account().toString(),
                        request.book().mode().wire(),
                        request.method(),
                        request.path(),
                        request.key());
        return ByteBuffer.wrap(Sha256.of(name)).getLong();
    }
}
