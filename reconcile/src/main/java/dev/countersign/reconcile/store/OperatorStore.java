package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.operator.OperatorRoles;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** People who work at the console, and their sessions. */
public final class OperatorStore {

    private static final Function<String, Optional<OperatorRole>> ROLE =
            Wire.reader(OperatorRole.class);

    private static final String COLUMNS =
            """
            operator.name, operator.roles, operator.password_hash, operator.password_temporary,
            operator.failed_logins, operator.locked_until, operator.disabled_at,
            operator.created_at, operator.last_login_at
            """;

    /** Everybody, by name. */
    public List<Operator> list(Handle handle) {
        return handle.createQuery("select " + COLUMNS + " from operator order by name")
                .map((row, context) -> read(row))
                .list();
    }

    /** True when nobody works at the console yet; nobody else may then become the first. */
    public boolean lockWhileNone(Handle handle) {
        handle.execute("lock table operator in share row exclusive mode");
        return handle.createQuery("select not exists (select from operator)")
                .mapTo(Boolean.class)
                .one();
    }

    /** Somebody, as they are now. */
    public Optional<Operator> find(Handle handle, String name) {
        return handle.createQuery("select " + COLUMNS + " from operator where name = :name")
                .bind("name", name)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** Somebody, for the rest of the transaction nobody else's to change. */
    public Optional<Operator> lock(Handle handle, String name) {
        return handle.createQuery(
                        "select " + COLUMNS + " from operator where name = :name for update")
                .bind("name", name)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** Everybody, for the rest of the transaction nobody else's to change. */
    public void lockAll(Handle handle) {
        var unused =
                handle.createQuery("select name from operator order by name for update")
                        .mapTo(String.class)
                        .list();
    }

    /** Adds somebody; false when the name is taken. */
    public boolean insert(Handle handle, Operator operator) {
        return handle.createUpdate(
                                """
                                insert into operator (name, roles, password_hash, password_temporary,
                                                      failed_logins, created_at)
                                values (:name, :roles, :passwordHash, :passwordTemporary, 0, :createdAt)
                                    on conflict do nothing
                                """)
                        .bind("name", operator.name())
                        .bindArray("roles", String.class, operator.roles().names())
                        .bind("passwordHash", operator.passwordHash())
                        .bind("passwordTemporary", operator.passwordTemporary())
                        .bind("createdAt", operator.createdAt().atOffset(ZoneOffset.UTC))
                        .execute()
                == 1;
    }

    /** Keeps somebody as they are now. */
    public void update(Handle handle, Operator operator) {
        handle.createUpdate(
                        """
                        update operator
                           set roles = :roles,
                               password_hash = :passwordHash,
                               password_temporary = :passwordTemporary,
                               failed_logins = :failedLogins,
                               locked_until = cast(:lockedUntil as timestamptz),
                               disabled_at = cast(:disabledAt as timestamptz),
                               last_login_at = cast(:lastLoginAt as timestamptz)
                         where name = :name
                        """)
                .bind("name", operator.name())
                .bindArray("roles", String.class, operator.roles().names())
                .bind("passwordHash", operator.passwordHash())
                .bind("passwordTemporary", operator.passwordTemporary())
                .bind("failedLogins", operator.failedLogins())
                .bind("lockedUntil", utc(operator.lockedUntil()))
                .bind("disabledAt", utc(operator.disabledAt()))
                .bind("lastLoginAt", utc(operator.lastLoginAt()))
                .execute();
    }

    /** Remembers that one operator gave another a name, a role or a password. */
    public void insertGrant(Handle handle, String operator, String grantedBy, Instant now) {
        handle.createUpdate(
                        """
                        insert into operator_grant (operator, granted_by, granted_at)
                        values (:operator, :grantedBy, :now)
                        """)
                .bind("operator", operator)
                .bind("grantedBy", grantedBy)
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** True when one of two operators gave the other something since a moment. */
    public boolean grantedBetween(Handle handle, String one, String other, Instant since) {
        return handle.createQuery(
                        """
                        select exists (
                            select
                              from operator_grant
                             where granted_at > :since
                               and (operator = :one and granted_by = :other
                                    or operator = :other and granted_by = :one))
                        """)
                .bind("since", since.atOffset(ZoneOffset.UTC))
                .bind("one", one)
                .bind("other", other)
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * A session with whose it is.
     *
     * @param formToken what every form of the session carries
     */
    public record Session(
            String tokenSha256,
            Operator operator,
            String formToken,
            Instant begunAt,
            Instant seenAt) {}

    /** Begins a session. */
    public void insertSession(
            Handle handle, String tokenSha256, String operator, String formToken, Instant now) {
        handle.createUpdate(
                        """
                        insert into console_session (token_sha256, operator, form_token, begun_at, seen_at)
                        values (:token, :operator, :formToken, :now, :now)
                        """)
                .bind("token", tokenSha256)
                .bind("operator", operator)
                .bind("formToken", formToken)
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** The session of a token, however old. */
    public Optional<Session> findSession(Handle handle, String tokenSha256) {
        return handle.createQuery(
                        "select "
                                + COLUMNS
                                + """
                                , token_sha256, form_token, begun_at, seen_at
                                  from console_session
                                  join operator on operator.name = console_session.operator
                                 where token_sha256 = :token
                                """)
                .bind("token", tokenSha256)
                .map(
                        (row, context) ->
                                new Session(
                                        row.getString("token_sha256"),
                                        read(row),
                                        row.getString("form_token"),
                                        Rows.instant(row, "begun_at"),
                                        Rows.instant(row, "seen_at")))
                .findOne();
    }

    /** Says that a session is still used. */
    public void updateSeen(Handle handle, String tokenSha256, Instant now) {
        handle.createUpdate("update console_session set seen_at = :now where token_sha256 = :token")
                .bind("token", tokenSha256)
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** Ends a session. */
    public void deleteSession(Handle handle, String tokenSha256) {
        handle.createUpdate("delete from console_session where token_sha256 = :token")
                .bind("token", tokenSha256)
                .execute();
    }

    /** Ends all sessions of somebody. */
    public void deleteSessionsOf(Handle handle, String operator) {
        handle.createUpdate("delete from console_session where operator = :operator")
                .bind("operator", operator)
                .execute();
    }

    /** Ends the sessions that nobody used since a moment, or that began before another. */
    public void deleteSessionsBefore(Handle handle, Instant seen, Instant begun) {
        handle.createUpdate(
                        "delete from console_session where seen_at < :seen or begun_at < :begun")
                .bind("seen", seen.atOffset(ZoneOffset.UTC))
                .bind("begun", begun.atOffset(ZoneOffset.UTC))
                .execute();
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant at) {
        return at == null ? null : at.atOffset(ZoneOffset.UTC);
    }

    private static OperatorRoles roles(ResultSet row) throws SQLException {
        return OperatorRoles.of(
                Rows.texts(row, "roles").stream()
                        .map(text -> ROLE.apply(text).orElseThrow())
                        .toList());
    }

    private static Operator read(ResultSet row) throws SQLException {
        return new Operator(
                row.getString("name"),
                roles(row),
                row.getString("password_hash"),
                row.getBoolean("password_temporary"),
                row.getInt("failed_logins"),
                Rows.instantOrNull(row, "locked_until"),
                Rows.instantOrNull(row, "disabled_at"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "last_login_at"));
    }
}
