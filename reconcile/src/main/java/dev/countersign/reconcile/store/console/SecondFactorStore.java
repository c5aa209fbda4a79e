package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.store.sql.Rows;
import dev.countersign.reconcile.vault.TotpSecrets;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** One-time passwords and recovery codes of operators. */
public final class SecondFactorStore {

    /**
     * A secret of one-time passwords.
     *
     * @param secret as it rests
     * @param lastStep the last half minute of which a code was taken
     * @param confirmedAt since when it counts; null while no code of it was given
     */
    public record Totp(WrappedKey secret, long lastStep, @Nullable Instant confirmedAt) {}

    /** The secret of an operator, for the rest of the transaction. */
    public Optional<Totp> lockTotp(Handle handle, String operator) {
        return handle.createQuery(
                        """
                        select wrapped_by, secret, last_step, confirmed_at
                          from operator_totp
                         where operator = :operator
                           for update
                        """)
                .bind("operator", operator)
                .map(
                        (row, context) ->
                                new Totp(
                                        new WrappedKey(
                                                TotpSecrets.ID,
                                                KeyName.parse(row.getString("wrapped_by"))
                                                        .orElseThrow(),
                                                row.getBytes("secret")),
                                        row.getLong("last_step"),
                                        Rows.instantOrNull(row, "confirmed_at")))
                .findOne();
    }

    /** All secrets, by their operators, for the rest of the transaction. */
    public Map<String, WrappedKey> secrets(Handle handle) {
        return handle.createQuery(
                        """
                        select operator, wrapped_by, secret
                          from operator_totp
                         order by operator
                           for update
                        """)
                .reduceRows(
                        new LinkedHashMap<>(),
                        (secrets, row) -> {
                            secrets.put(
                                    row.getColumn("operator", String.class),
                                    new WrappedKey(
                                            TotpSecrets.ID,
                                            KeyName.parse(row.getColumn("wrapped_by", String.class))
                                                    .orElseThrow(),
                                            row.getColumn("secret", byte[].class)));
                            return secrets;
                        });
    }

    /** Keeps a secret under another key. */
    public void updateSecret(Handle handle, String operator, WrappedKey secret) {
        handle.createUpdate(
                        """
                        update operator_totp
                           set secret = :bytes, wrapped_by = :wrappedBy
                         where operator = :operator
                        """)
                .bind("operator", operator)
                .bindMethods(secret)
                .execute();
    }

    /** Keeps a secret that does not count yet, in place of one that did not either. */
    public void insertTotp(Handle handle, String operator, WrappedKey secret) {
        handle.createUpdate(
                        """
                        insert into operator_totp (operator, secret, wrapped_by, last_step)
                        values (:operator, :bytes, :wrappedBy, 0)
                            on conflict (operator) do update
                               set secret = :bytes, wrapped_by = :wrappedBy, last_step = 0
                             where operator_totp.confirmed_at is null
                        """)
                .bind("operator", operator)
                .bindMethods(secret)
                .execute();
    }

    /** Remembers that a code was taken; the secret counts from the first on. */
    public void updateTotp(Handle handle, String operator, long step, Instant now) {
        handle.createUpdate(
                        """
                        update operator_totp
                           set last_step = :step, confirmed_at = coalesce(confirmed_at, :now)
                         where operator = :operator
                        """)
                .bind("operator", operator)
                .bind("step", step)
                .bind("now", now)
                .execute();
    }

    /** Takes a secret away; gives how many there were. */
    public int deleteTotp(Handle handle, String operator) {
        return handle.execute("delete from operator_totp where operator = ?", operator);
    }

    /** Keeps the hashes of recovery codes in place of those of before, one set at a time. */
    public void replaceRecoveryCodes(Handle handle, String operator, Collection<String> hashes) {
        handle.execute("select from operator where name = ? for update", operator);
        deleteRecoveryCodes(handle, operator);
        for (String hash : hashes) {
            handle.execute(
                    """
                            insert into operator_recovery_code (operator, code_sha256)
                            values (?, ?)
                            """,
                    operator,
                    hash);
        }
    }

    /** Takes one recovery code; false when there is none such. */
    public boolean takeRecoveryCode(Handle handle, String operator, String hash) {
        return handle.execute(
                        """
                                delete from operator_recovery_code
                                 where operator = ?
                                   and code_sha256 = ?
                                """,
                        operator,
                        hash)
                == 1;
    }

    /** Takes all recovery codes away. */
    public void deleteRecoveryCodes(Handle handle, String operator) {
        handle.execute("delete from operator_recovery_code where operator = ?", operator);
    }

    /** Takes the recovery codes of an operator who has nothing that they would stand in for. */
    public void deleteCodesOfNone(Handle handle, String operator) {
        handle.createUpdate(
                        """
                        delete from operator_recovery_code
                         where operator = :operator
                           and not exists (
                               select
                                 from operator_totp
                                where operator_totp.operator = :operator
                                  and confirmed_at is not null)
                           and not exists (
                               select
                                 from user_entities
                                 join user_credentials
                                   on user_entity_user_id = user_entities.id
                                where user_entities.name = :operator)
                        """)
                .bind("operator", operator)
                .execute();
    }

    /** Takes all that an operator has. */
    public void deleteAll(Handle handle, String operator) {
        deleteTotp(handle, operator);
        deleteRecoveryCodes(handle, operator);
        handle.execute("delete from operator_provider_user where operator = ?", operator);
        handle.execute("delete from user_entities where name = ?", operator);
    }

    /** Counts the recovery codes that are left. */
    public int countRecoveryCodes(Handle handle, String operator) {
        return handle.select(
                        "select count(*) from operator_recovery_code where operator = ?", operator)
                .mapTo(Integer.class)
                .one();
    }
}
