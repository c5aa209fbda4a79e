package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.ProgramId;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Accounts and the card programs they were given. */
public final class AccountStore {

    /** The only account, or the first that was opened. */
    public Optional<AccountId> first(Handle handle) {
        return handle.createQuery("select id from account order by id limit 1")
                .mapTo(UUID.class)
                .findOne()
                .map(AccountId::new);
    }

    /** Opens an account. */
    public void insert(Handle handle, AccountId account, String name, Instant at) {
        handle.createUpdate("insert into account (id, name, created_at) values (:id, :name, :at)")
                .bind("id", account.value())
                .bind("name", name)
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** A program as it is first given to an account: active, both card types. */
    public record NewProgram(
            ProgramId id,
            AccountId account,
            Mode mode,
            String name,
            Network network,
            String bin,
            List<String> currencies,
            boolean isDefault) {}

    /** Gives an account a program. */
    public void insert(Handle handle, NewProgram program, Instant at) {
        handle.createUpdate(
                        """
                        insert into program (id, account_id, mode, name, status, network, bin,
                                             supported_card_types, supported_currencies, sca_mode,
                                             is_default, created_at, updated_at)
                        values (:id, :account, :mode, :name, 'active', :network, :bin,
                                '{virtual,physical}', :currencies, 'off', :isDefault, :at, :at)
                        """)
                .bind("id", program.id().value())
                .bind("account", program.account().value())
                .bind("mode", program.mode().wire())
                .bind("name", program.name())
                .bind("network", program.network().wire())
                .bind("bin", program.bin())
                .bindArray("currencies", String.class, program.currencies())
                .bind("isDefault", program.isDefault())
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** The program that cards of a book get when none is named. */
    public Optional<ProgramId> defaultProgram(Handle handle, AccountId account, Mode mode) {
        return handle.createQuery(
                        """
                        select id
                          from program
                         where account_id = :account
                           and mode = :mode
                           and is_default
                        """)
                .bind("account", account.value())
                .bind("mode", mode.wire())
                .mapTo(UUID.class)
                .findOne()
                .map(ProgramId::new);
    }
}
