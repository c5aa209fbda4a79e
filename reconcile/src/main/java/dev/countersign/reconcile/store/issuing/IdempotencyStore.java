package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.KeyedRequest;
import dev.countersign.reconcile.store.sql.Rows;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Answers to requests that carried a key. */
public final class IdempotencyStore {

    /** The answer that was given, and the body that it answered. */
    public record Answered(String bodySha256, int status, String response, Instant at) {}

    /**
     * Takes a request for this transaction.
     *
     * @return false when it is being answered by another one
     */
    public boolean take(Handle handle, KeyedRequest request) {
        return handle.createQuery("select pg_try_advisory_xact_lock(:name)")
                .bind("name", lockName(request))
                .mapTo(Boolean.class)
                .one();
    }

    /** The answer that was given, if there was one. */
    public Optional<Answered> find(Handle handle, KeyedRequest request) {
        return handle.createQuery(
                        """
                        select body_sha256, status, response, created_at
                          from idempotent_request
                         where account_id = :account
                           and mode = :mode
                           and method = :method
                           and path = :path
                           and key = :key
                        """)
                .bind("account", request.book().account().value())
                .bind("mode", request.book().mode().wire())
                .bind("method", request.method())
                .bind("path", request.path())
                .bind("key", request.key())
                .map(
                        (row, context) ->
                                new Answered(
                                        row.getString("body_sha256"),
                                        row.getInt("status"),
                                        row.getString("response"),
                                        Rows.instant(row, "created_at")))
                .findOne();
    }

    /** Keeps an answer, in the place of one that is too old to count. */
    public void upsert(
            Handle handle, KeyedRequest request, int status, String response, Instant at) {
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
                        """)
                .bind("account", request.book().account().value())
                .bind("mode", request.book().mode().wire())
                .bind("method", request.method())
                .bind("path", request.path())
                .bind("key", request.key())
                .bind("bodySha256", request.bodySha256())
                .bind("status", status)
                .bind("response", response)
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** Deletes some of the answers that were given before; gives their number. */
    public int deleteBefore(Handle handle, Instant before, int limit) {
        return handle.createUpdate(
                        """
                        delete from idempotent_request
                         where ctid in (select ctid
                                          from idempotent_request
                                         where created_at <= :before
                                         order by created_at
                                         limit :limit
                                           for update skip locked)
                        """)
                .bind("before", before.atOffset(ZoneOffset.UTC))
                .bind("limit", limit)
                .execute();
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
        try {
            return ByteBuffer.wrap(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(name.getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
