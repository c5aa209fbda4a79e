package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.SecondFactorStore;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.store.issuing.VaultStore.PinKeyComponent;
import dev.countersign.reconcile.store.issuing.VaultStore.StoredPinKey;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.PinKeys;
import dev.countersign.reconcile.vault.TotpSecrets;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.KeyUse;
import dev.countersign.reconcile.vault.key.WrappedKey;
import org.jdbi.v3.core.Handle;

/** The key from which all keys in the database hang, and its renewal. */
public final class WrappingKeys {

    private final Database database;
    private final VaultStore store = new VaultStore();
    private final KeyProvider provider;
    private final PanVault vault;
    private final PinKeys pinKeys;
    private final TotpSecrets totp;
    private final SecondFactorStore factors = new SecondFactorStore();

    public WrappingKeys(Database database, KeyProvider provider, PanVault vault, PinKeys pinKeys) {
        this.database = database;
        this.provider = provider;
        this.vault = vault;
        this.pinKeys = pinKeys;
        this.totp = new TotpSecrets(provider);
    }

    /**
     * Makes a successor in the key file or token and wraps every key of the database with it. The
     * older ones stay there, for backups of the database that name them.
     */
    public KeyName renew() {
        KeyName made = provider.add(KeyUse.KEY_ENCRYPTION);
        database.doAtomically(
                handle -> {
                    store.lockDataKeys(handle);
                    for (WrappedKey dataKey : store.dataKeys(handle)) {
                        store.updateDataKey(handle, vault.rewrap(dataKey));
                    }
                    for (StoredPinKey stored : store.pinKeys(handle)) {
                        rewrapPinKey(handle, stored);
                    }
                    factors.secrets(handle)
                            .forEach(
                                    (operator, secret) ->
                                            factors.updateSecret(
                                                    handle,
                                                    operator,
                                                    totp.rewrap(operator, secret)));
                });
        return made;
    }

    private void rewrapPinKey(Handle handle, StoredPinKey stored) {
        Book book = stored.book();
        store.updatePinKey(
                handle, book, pinKeys.rewrap(book.account(), book.mode(), stored.wrapped()));
        for (PinKeyComponent component : store.pinKeyComponents(handle, book)) {
            WrappedKey wrapped = component.wrapped();
            if (wrapped != null) {
                store.updatePinKeyComponent(
                        handle,
                        book,
                        component.number(),
                        pinKeys.rewrapComponent(
                                book.account(), book.mode(), component.number(), wrapped));
            }
        }
    }
}
