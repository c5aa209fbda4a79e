package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.operator.OperatorRoles;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** People who work at the console, and their sessions. */
public final class OperatorStore {

    private static final Function<String, Optional<OperatorRole>> ROLE =
            Wire.reader(OperatorRole.class);

    private static final String SELECT =
            """
            select operator.name, operator.roles, operator.password_hash,
                   operator.password_temporary, operator.disabled_at, operator.created_at,
                   operator.last_login_at, operator.access_version,
                   exists (select
                             from operator_totp
                            where operator_totp.operator = operator.name
                              and confirmed_at is not null)
                   or exists (select
                                from user_entities
                                join user_credentials on user_entity_user_id = user_entities.id
                               where user_entities.name = operator.name) as second_factor
              from operator
            """;

    /** Everybody, by name. */
    public List<Operator> list(Handle handle) {
        return handle.createQuery(SELECT + " order by name")
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

    public Optional<Operator> find(Handle handle, String name) {
        return handle.select(SELECT + " where name = ?", name)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** Finds an operator, and locks their row until the transaction ends. */
    public Optional<Operator> lock(Handle handle, String name) {
        return handle.select(SELECT + " where name = ? for update", name)
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

    /**
     * These, for the rest of the transaction nobody's to change; names that nobody has are passed
     * over.
     */
    public void share(Handle handle, String... names) {
        var unused =
                handle.createQuery(
                                "select name from operator where name = any(:names) order by name for"
                                        + " share")
                        .bindArray("names", String.class, (Object[]) names)
                        .mapTo(String.class)
                        .list();
    }

    /** Adds an operator; false when the name is taken. */
    public boolean insert(Handle handle, Operator operator) {
        return handle.createUpdate(
                                """
                                insert into operator (name, roles, password_hash, password_temporary,
                                                      created_at)
                                values (:name, :roles, :passwordHash, :passwordTemporary, :createdAt)
                                    on conflict do nothing
                                """)
                        .bindMethods(operator)
                        .bindArray("roles", String.class, operator.roles().names())
                        .execute()
                == 1;
    }

    public void update(Handle handle, Operator operator) {
        handle.createUpdate(
                        """
                        update operator
                           set roles = :roles,
                               password_hash = :passwordHash,
                               password_temporary = :passwordTemporary,
                               disabled_at = cast(:disabledAt as timestamptz),
                               access_version = :accessVersion
                         where name = :name
                        """)
                .bindMethods(operator)
                .bindArray("roles", String.class, operator.roles().names())
                .execute();
    }

    /** Remembers who gave an operator a name, a role, a password or another factor. */
    public void insertGrant(
            Handle handle, String operator, ActorKind kind, String grantedBy, Instant now) {
        handle.createUpdate(
                        """
                        insert into operator_grant (operator, granted_by_kind, granted_by, granted_at)
                        values (:operator, :kind, :grantedBy, :now)
                        """)
                .bind("operator", operator)
                .bind("kind", kind.wire())
                .bind("grantedBy", grantedBy)
                .bind("now", now)
                .execute();
    }

    /**
     * Finds when a person last gave an operator something, since a moment. What the identity
     * provider gives is no person's gift.
     */
    public Optional<Instant> lastGrant(Handle handle, String operator, Instant since) {
        return handle.createQuery(
                        """
                        select max(granted_at) as granted_at
                          from operator_grant
                         where operator = :operator
                           and granted_at > :since
                           and granted_by_kind <> 'provider'
                        having max(granted_at) is not null
                        """)
                .bind("operator", operator)
                .bind("since", since)
                .mapTo(Instant.class)
                .findOne();
    }

    public void updateLastLogin(Handle handle, String name, Instant now) {
        handle.execute("update operator set last_login_at = ? where name = ?", now, name);
    }

    /**
     * Those of these sessions that are not over: whose operator has not been disabled or given
     * other access since, and which began and were used late enough. Disabled operators and such
     * have no sessions.
     */
    public Set<String> liveSessions(
            Handle handle, Collection<String> ids, Instant usedSince, Instant begunSince) {
        return handle.createQuery(
                        """
                        select asked.id
                          from unnest(:ids) as asked (id)
                          join console_session session
                            on session.session_id
                               = encode(sha256(convert_to(asked.id, 'UTF8')), 'hex')
                          join operator on operator.name = session.principal_name
                         where operator.disabled_at is null
                           and session.last_access_time > :usedSince
                           and session.creation_time > :begunSince
                        """)
                .bindArray("ids", String.class, ids)
                .bind("usedSince", usedSince.toEpochMilli())
                .bind("begunSince", begunSince.toEpochMilli())
                .mapTo(String.class)
                .set();
    }

    public void deleteSessionsOf(Handle handle, String operator) {
        handle.execute("delete from console_session where principal_name = ?", operator);
    }

    /** Ends the sessions that were to be kept until before a moment. */
    public void deleteSessionsBefore(Handle handle, Instant expiry) {
        handle.execute("delete from console_session where expiry_time < ?", expiry.toEpochMilli());
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
                Rows.instantOrNull(row, "disabled_at"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "last_login_at"),
                row.getLong("access_version"),
                row.getBoolean("second_factor"));
    }
}
