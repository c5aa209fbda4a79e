package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.store.issuing.VaultStore.NewPan;
import dev.countersign.reconcile.vault.Pan;
import dev.countersign.reconcile.vault.PanGenerator;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.SealedPan;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Gives cards their numbers, which leave this class sealed. */
public final class CardNumbers {

    private static final int TRIES = 20;

    private final VaultStore store = new VaultStore();
    private final PanVault vault;
    private final PanGenerator numbers;

    private CardNumbers(PanVault vault, PanGenerator numbers) {
        this.vault = vault;
        this.numbers = numbers;
    }

    /** Makes sure first that there is a data key to seal with. */
    public static CardNumbers open(
            Database database, PanVault vault, PanGenerator numbers, InstantSource clock) {
        VaultStore store = new VaultStore();
        // Opening the vault does nothing yet that belongs on the trail
        var unused =
                database.separately(
                        handle -> {
                            store.lockDataKeys(handle);
                            boolean none = store.dataKeys(handle).isEmpty();
                            if (none) {
                                store.insertDataKey(handle, vault.newDataKey(), clock.instant());
                            }
                            return none;
                        });
        vault.take(database.read(store::dataKeys));
        return new CardNumbers(vault, numbers);
    }

    /**
     * Gives a new card a number that no other one has.
     *
     * @param insert inserts the card with a number and its sealed form; null when that is taken
     * @throws IllegalStateException if no number of the BIN is free
     */
    <T> T give(
            Handle handle, CardId card, String bin, BiFunction<Pan, NewPan, @Nullable T> insert) {
        String dataKey = newestDataKey(handle);
        for (int tried = 0; tried < TRIES; tried++) {
            Pan pan = numbers.next(bin);
            T inserted = insert.apply(pan, sealed(dataKey, card, pan));
            if (inserted != null) {
                return inserted;
            }
        }
        throw new IllegalStateException("no number of BIN " + bin + " is free");
    }

    /** Makes many numbers at once, for cards that are inserted together. */
    List<Pan> draw(Handle handle, String bin, int count) {
        Map<String, Pan> drawn = new LinkedHashMap<>();
        for (int tried = 0; drawn.size() < count && tried < TRIES; tried++) {
            for (int missing = count - drawn.size(); missing > 0; missing--) {
                Pan pan = numbers.next(bin);
                drawn.putIfAbsent(vault.lookup(pan).hex(), pan);
            }
            drawn.keySet().removeAll(store.taken(handle, drawn.keySet()));
        }
        if (drawn.size() < count) {
            throw new IllegalStateException(
                    "BIN " + bin + " has fewer than " + count + " numbers left");
        }
        return List.copyOf(drawn.values());
    }

    void keep(Handle handle, Map<CardId, Pan> pans) {
        String dataKey = newestDataKey(handle);
        store.insertPans(
                handle,
                pans.entrySet().stream()
                        .map(of -> sealed(dataKey, of.getKey(), of.getValue()))
                        .toList());
    }

    private String newestDataKey(Handle handle) {
        String dataKey = store.newestDataKey(handle);
        takeUnlessHeld(handle, dataKey);
        return dataKey;
    }

    private NewPan sealed(String dataKey, CardId card, Pan pan) {
        return new NewPan(card, vault.seal(dataKey, card, pan), vault.lookup(pan).hex());
    }

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
