package dev.countersign.reconcile.service.audit;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.CheckpointCause;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.AuditCheckpointStore;
import dev.countersign.reconcile.store.console.AuditStore;
import dev.countersign.reconcile.store.console.AuditStore.Repeat;
import dev.countersign.reconcile.store.console.AuditStore.WaitingEntry;
import dev.countersign.reconcile.vault.AuditSeals;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Moves what was written to the end of the trail's chain, sealed, and takes checkpoints of it to
 * places outside the database. Any number of processes may do so at once: one at a time appends.
 */
public final class AuditChain {

    /** A checkpoint is due each time that the trail is so many entries longer. */
    public static final int CHECKPOINT_EVERY = 100;

    private static final int ENTRIES_AT_ONCE = 1_000;
    private static final int REPEATS_AT_ONCE = 100;
    private static final int CHECKPOINTS_AT_ONCE = 1_000;

    private final Database database;
    private final AuditSeals seals;
    private final InstantSource clock;
    private final AuditStore store = new AuditStore();
    private final AuditCheckpointStore checkpoints = new AuditCheckpointStore();

    public AuditChain(Database database, AuditSeals seals, InstantSource clock) {
        this.database = database;
        this.seals = seals;
        this.clock = clock;
    }

    /**
     * Moves what was written since to the end of the chain, and notes the checkpoints that are due.
     *
     * @return how many entries
     * @throws KeysRefusedException when the end of the chain was sealed under other keys
     */
    public int seal() {
        int sealed = 0;
        int some;
        do {
            some = database.atomically(this::sealSome);
            sealed += some;
        } while (some == ENTRIES_AT_ONCE);
        return sealed;
    }

    private int sealSome(Handle handle) {
        store.lockChain(handle);
        AuditEntry last = store.last(handle).orElse(null);
        AuditCheckpoint noted = checkpoints.last(handle).orElse(null);
        seals.requireOurs(last, noted);
        Instant now = clock.instant();
        for (Repeat each : store.takeRepeats(handle, now, REPEATS_AT_ONCE)) {
            store.insert(handle, each.action(), each.lastAt());
        }
        List<WaitingEntry> waiting = store.waiting(handle, ENTRIES_AT_ONCE);
        List<AuditEntry> entries = sealed(last, noted, waiting);
        if (!entries.isEmpty()) {
            store.append(handle, entries, waiting);
        }
        note(handle, now, noted, entries, entries.isEmpty() ? last : entries.getLast());
        return entries.size();
    }

    private List<AuditEntry> sealed(
            @Nullable AuditEntry last,
            @Nullable AuditCheckpoint noted,
            List<WaitingEntry> waiting) {
        if (waiting.isEmpty()) {
            return List.of();
        }
        String before = last == null ? null : last.key();
        KeyName key = seals.keyAfter(before == null && noted != null ? noted.key() : before);
        long number = last == null ? 0 : last.number();
        String seal = last == null ? AuditEntry.BEGINNING : last.seal();
        List<AuditEntry> entries = new ArrayList<>(waiting.size());
        for (WaitingEntry each : waiting) {
            AuditEntry entry = seals.entry(key, ++number, each.at(), each.action(), seal);
            seal = entry.seal();
            entries.add(entry);
        }
        return entries;
    }

    private void note(
            Handle handle,
            Instant now,
            @Nullable AuditCheckpoint noted,
            List<AuditEntry> entries,
            @Nullable AuditEntry head) {
        if (head == null) {
            return;
        }
        AuditCheckpoint last = noted;
        if (last == null) {
            last = note(handle, last, now, CheckpointCause.FIRST, head, null);
        }
        for (AuditEntry entry : entries) {
            if (entry.number() % CHECKPOINT_EVERY == 0) {
                last = note(handle, last, now, CheckpointCause.HUNDRED, entry, null);
            }
        }
        Instant night = checkpoints.nightSince(handle).orElse(null);
        if (night != null) {
            var unused = note(handle, last, now, CheckpointCause.NIGHT, head, night);
        }
    }

    private AuditCheckpoint note(
            Handle handle,
            @Nullable AuditCheckpoint last,
            Instant now,
            CheckpointCause cause,
            AuditEntry entry,
            @Nullable Instant nightAt) {
        AuditCheckpoint noted =
                seals.checkpoint(
                        seals.keyAfter(last == null ? entry.key() : last.key()),
                        last == null ? 1 : last.sequence() + 1,
                        now,
                        cause,
                        entry.number(),
                        entry.seal());
        checkpoints.insert(handle, noted, nightAt);
        return noted;
    }

    /**
     * Takes to a place what it does not have yet. A process that dies before it can say so leaves
     * it to the next, which may take the same there once more.
     *
     * @return how many checkpoints
     * @throws DestinationUnavailableException when the place cannot be reached; what is due stays
     *     due
     */
    public int deliver(CheckpointDestination place) {
        int delivered = 0;
        begin(place);
        List<AuditCheckpoint> due = due(place, place.id());
        while (!due.isEmpty()) {
            place.append(due);
            long last = due.getLast().sequence();
            String id = place.id().orElseThrow();
            database.doAtomically(handle -> checkpoints.updateDelivered(handle, id, last));
            delivered += due.size();
            due = due(place, place.id());
        }
        return delivered;
    }

    /**
     * Notes of a place that is not known from where on it gets checkpoints: what places of its kind
     * have got already is not made up from the database where it was lost outside.
     */
    private void begin(CheckpointDestination place) {
        if (place.id().isEmpty()) {
            place.append(List.of());
        }
        String id = place.id().orElseThrow();
        if (database.read(handle -> checkpoints.delivered(handle, id)).isEmpty()) {
            database.doAtomically(
                    handle ->
                            checkpoints.updateDelivered(
                                    handle, id, checkpoints.deliveredToAny(handle, place.kind())));
        }
    }

    private List<AuditCheckpoint> due(CheckpointDestination place, Optional<String> id) {
        return database.read(
                handle ->
                        checkpoints.after(
                                handle,
                                id.flatMap(known -> checkpoints.delivered(handle, known))
                                        .orElseGet(
                                                () ->
                                                        checkpoints.deliveredToAny(
                                                                handle, place.kind())),
                                CHECKPOINTS_AT_ONCE));
    }

    /**
     * Counts the checkpoints that a place is to get, where it cannot be reached those that no place
     * of its kind has; a thousand stand for more.
     */
    public long dueAt(CheckpointDestination place) {
        try {
            return due(place, place.id()).size();
        } catch (DestinationUnavailableException e) {
            return due(place, Optional.empty()).size();
        }
    }

    /** Makes a new key for the seals from now on, once what waits is sealed; gives its name. */
    public String renewKey() {
        var unused = seal();
        return seals.renew().toString();
    }
}
