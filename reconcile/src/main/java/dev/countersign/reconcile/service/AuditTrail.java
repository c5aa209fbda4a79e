package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.store.AuditStore;
import dev.countersign.reconcile.store.AuditStore.Filter;
import dev.countersign.reconcile.store.AuditStore.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What people and keys changed, in a chain of hashes that shows whether anything was altered. */
public final class AuditTrail {

    private static final int ENTRIES_AT_ONCE = 1_000;

    private final Database database;
    private final AuditStore store;

    public AuditTrail(Database database, AuditStore store) {
        this.database = database;
        this.store = store;
    }

    /**
     * Moves what was written since to the end of the chain.
     *
     * @return how many entries
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
        List<Waiting> waiting = store.lockWaiting(handle, ENTRIES_AT_ONCE);
        if (waiting.isEmpty()) {
            return 0;
        }
        AuditEntry last = store.last(handle).orElse(null);
        long number = last == null ? 0 : last.number();
        String hash = last == null ? AuditEntry.BEGINNING : last.sha256();
        List<AuditEntry> entries = new ArrayList<>(waiting.size());
        for (Waiting each : waiting) {
            AuditEntry entry = AuditEntry.following(++number, each.at(), each.deed(), hash);
            hash = entry.sha256();
            entries.add(entry);
        }
        store.append(handle, entries, waiting);
        return entries.size();
    }

    /** The newest entries that fit; what was written just now too. */
    public List<AuditEntry> list(Filter filter, @Nullable Long before, int limit) {
        return database.read(handle -> store.list(handle, filter, before, limit));
    }

    /**
     * What a look at the whole chain found.
     *
     * @param entries how many are as they were written
     * @param head the hash of the last of them: who keeps it elsewhere can tell a chain that was
     *     cut
     * @param broken the first that is not as it was written, or that does not follow; empty when
     *     all do
     */
    public record Verdict(long entries, String head, OptionalLong broken) {}

    /** Looks at every entry from the first on. */
    public Verdict verify() {
        var unused = seal();
        long number = 0;
        String hash = AuditEntry.BEGINNING;
        List<AuditEntry> some = after(number);
        while (!some.isEmpty()) {
            for (AuditEntry entry : some) {
                if (!entry.follows(number, hash)) {
                    return new Verdict(number, hash, OptionalLong.of(number + 1));
                }
                number = entry.number();
                hash = entry.sha256();
            }
            some = after(number);
        }
        return new Verdict(number, hash, OptionalLong.empty());
    }

    private List<AuditEntry> after(long number) {
        return database.read(handle -> store.after(handle, number, ENTRIES_AT_ONCE));
    }
}
