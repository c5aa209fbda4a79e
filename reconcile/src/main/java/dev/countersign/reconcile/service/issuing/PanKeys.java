package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.store.issuing.VaultStore.SealedNumber;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * The keys that card numbers are sealed with, and their rotation: a new key is stored, every number
 * moves to it in short transactions, and the old ones go when they seal nothing more. The product
 * runs on meanwhile, reads under both and seals with the new one. A rotation that is stopped goes
 * on where the rows say that it was.
 */
public final class PanKeys {

    /** The subject of a rotation that two operators agree to: one set of keys for all books. */
    public static final String SUBJECT = "card-keys";

    private static final CardId BEFORE_ALL = new CardId(new UUID(0, 0));

    private final Database database;
    private final VaultStore store = new VaultStore();
    private final PanVault vault;
    private final InstantSource clock;

    public PanKeys(Database database, PanVault vault, InstantSource clock) {
        this.database = database;
        this.vault = vault;
        this.clock = clock;
    }

    /**
     * The progress of a rotation.
     *
     * @param dataKey the key that numbers move to
     * @param resumed true when an earlier one was not finished
     * @param left how many numbers were still under other keys when this was looked at
     * @param moved the last card whose number is known to be under it
     */
    public record Rotation(String dataKey, boolean resumed, long left, CardId moved) {}

    /**
     * Begins a rotation with a new key, or goes on with one that was not finished. From here on no
     * number is sealed with another key, in whichever process. The next move of numbers resumes it
     * then, since what is begun together with an agreement is not done until that is.
     */
    public Rotation begin() {
        return database.atomically(this::begin);
    }

    private Rotation begin(Handle handle) {
        store.lockDataKeys(handle);
        Rotation unfinished = unfinished(handle);
        if (unfinished.resumed()) {
            return unfinished;
        }
        WrappedKey made = vault.newDataKey();
        store.insertDataKey(handle, made, clock.instant());
        return new Rotation(made.id(), false, store.countAged(handle, made.id()), BEFORE_ALL);
    }

    /** Goes on with what was begun: to the newest key, under which every number may be already. */
    public Rotation resume() {
        vault.take(database.read(store::dataKeys));
        return database.read(this::unfinished);
    }

    private Rotation unfinished(Handle handle) {
        String newest = store.newestDataKey(handle);
        long aged = store.countAged(handle, newest);
        return new Rotation(newest, aged > 0, aged, BEFORE_ALL);
    }

    /**
     * The current sealing of card numbers.
     *
     * @param dataKey the key that new numbers are sealed with
     * @param since when it was made
     * @param numbers how many numbers there are
     * @param aged how many of them are still sealed with another key
     */
    public record Sealing(String dataKey, Instant since, long numbers, long aged) {}

    /** The current sealing of card numbers. */
    public Sealing sealing() {
        return database.read(
                handle -> {
                    String newest = store.newestDataKey(handle);
                    return new Sealing(
                            newest,
                            store.madeAt(handle, newest),
                            store.countPans(handle),
                            store.countAged(handle, newest));
                });
    }

    /**
     * Moves the next numbers.
     *
     * @param rowsMax at most as many, in one transaction
     * @return where it is now; the same when none was left
     */
    public Rotation move(Rotation at, int rowsMax) {
        List<SealedNumber> moved =
                database.atomically(
                        handle -> {
                            List<SealedNumber> aged =
                                    store
                                            .lockAged(handle, at.dataKey(), at.moved(), rowsMax)
                                            .stream()
                                            .map(row -> resealed(at.dataKey(), row))
                                            .toList();
                            store.updatePans(handle, aged);
                            return aged;
                        });
        return moved.isEmpty()
                ? at
                : new Rotation(
                        at.dataKey(),
                        at.resumed(),
                        Math.max(0, at.left() - moved.size()),
                        moved.getLast().card());
    }

    /**
     * Ends a rotation: deletes the keys that seal nothing more.
     *
     * @return how many numbers are not moved yet; zero when it is done
     */
    public long end(Rotation at) {
        return database.atomically(
                handle -> {
                    store.lockDataKeys(handle);
                    store.deleteUnusedDataKeys(handle, at.dataKey());
                    return store.countAged(handle, at.dataKey());
                });
    }

    private SealedNumber resealed(String dataKey, SealedNumber row) {
        return new SealedNumber(
                row.card(), vault.seal(dataKey, row.card(), vault.open(row.card(), row.pan())));
    }
}
