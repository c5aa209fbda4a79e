package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.VaultStore;
import dev.countersign.reconcile.vault.Pan;
import dev.countersign.reconcile.vault.PanGenerator;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.SealedPan;
import java.time.InstantSource;
import org.jdbi.v3.core.Handle;

/** Gives cards their numbers, which leave this class sealed. */
public final class CardNumbers {

    private static final int TRIES = 20;

    private final VaultStore store;
    private final PanVault vault;
    private final PanGenerator numbers;

    private CardNumbers(VaultStore store, PanVault vault, PanGenerator numbers) {
        this.store = store;
        this.vault = vault;
        this.numbers = numbers;
    }

    /** Makes sure first that there is a data key to seal with. */
    public static CardNumbers open(
            Database database,
            VaultStore store,
            PanVault vault,
            PanGenerator numbers,
            InstantSource clock) {
        database.doAtomically(
                handle -> {
                    store.lockDataKeys(handle);
                    if (store.dataKeys(handle).isEmpty()) {
                        store.insertDataKey(handle, vault.newDataKey(), clock.instant());
                    }
                });
        vault.take(database.read(store::dataKeys));
        return new CardNumbers(store, vault, numbers);
    }

    /** Makes a number, which the card gets once it is inserted. */
    Pan draw(Handle handle, String bin) {
        for (int tried = 0; tried < TRIES; tried++) {
            Pan pan = numbers.next(bin);
            if (!store.isTaken(handle, vault.lookup(pan).hex())) {
                return pan;
            }
        }
        throw new IllegalStateException("no number of BIN " + bin + " is free");
    }

    /** Keeps the number of a card. */
    void keep(Handle handle, CardId card, Pan pan) {
        String dataKey = store.newestDataKey(handle);
        takeUnlessHeld(handle, dataKey);
        store.insertPan(handle, card, vault.seal(dataKey, card, pan), vault.lookup(pan).hex());
    }

    /** The number of a card. */
    Pan open(Handle handle, CardId card) {
        SealedPan sealed = store.pan(handle, card);
        takeUnlessHeld(handle, sealed.keyId());
        return vault.open(card, sealed);
    }

    /** Another process may have stored a data key since we looked. */
    private void takeUnlessHeld(Handle handle, String dataKey) {
        if (!vault.holds(dataKey)) {
            vault.take(store.dataKeys(handle));
        }
    }
}
