package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.store.AuditStore;
import dev.countersign.reconcile.store.AuditStore.Filter;
import dev.countersign.reconcile.store.AuditStore.Repeat;
import dev.countersign.reconcile.store.AuditStore.Waiting;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The trail of what people and keys did, in a chain that shows whether anything was altered. */
public final class AuditTrail {

    /**
     * Stands on the trail for whoever gave a name that nobody here has; no operator is called so.
     */
    public static final String UNKNOWN = "(unknown)";

    private static final int ENTRIES_AT_ONCE = 1_000;
    private static final int REPEATS_AT_ONCE = 100;

    private final Database database;
    private final AuditStore store;
    private final InstantSource clock;

    public AuditTrail(Database database, AuditStore store, InstantSource clock) {
        this.database = database;
        this.store = store;
        this.clock = clock;
    }

    /**
     * Puts an event on the trail that is no change of data, in a transaction of its own. It is
     * written however the caller's own transaction ends.
     *
     * @param actor the name of the operator, the id of the key, the user of the machine
     * @param subject the identifier of what it is about, empty for the actor alone
     * @param remark what else there is to know, such as an address; never a secret
     */
    public void record(
            SecurityEvent event, ActorKind kind, String actor, String subject, String remark) {
        AuditAction action = new AuditAction(kind, actor, event.text(), subject, remark);
        AuditContext context = AuditContext.as(action, clock.instant());
        try (context) {
            database.doAtomically(handle -> {});
        }
    }

    /** The same about what an operator did for themselves. */
    public void record(SecurityEvent event, String operator, String remark) {
        record(event, ActorKind.OPERATOR, operator, "", remark);
    }

    /**
     * Counts an event that a stranger can cause as often as they like. Whatever happens of one kind
     * under one name within one minute becomes one entry, with how often it happened and from
     * where.
     *
     * @param actor an operator who is known, the id of a key; {@link #UNKNOWN} for any other name,
     *     which may be a password in the wrong field
     * @param source such as the address of the caller
     */
    public void recordRepeated(SecurityEvent event, ActorKind kind, String actor, String source) {
        Instant now = clock.instant();
        Repeat once = new Repeat(event.text(), kind, actor, now, 1, List.of(source));
        AuditContext context = AuditContext.nobody(now);
        try (context) {
            database.doAtomically(handle -> store.count(handle, once));
        }
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
        store.lockChain(handle);
        for (Repeat each : store.takeRepeats(handle, clock.instant(), REPEATS_AT_ONCE)) {
            store.insert(handle, each.action(), each.lastAt());
        }
        List<Waiting> waiting = store.waiting(handle, ENTRIES_AT_ONCE);
        if (waiting.isEmpty()) {
            return 0;
        }
        AuditEntry last = store.last(handle).orElse(null);
        long number = last == null ? 0 : last.number();
        String hash = last == null ? AuditEntry.BEGINNING : last.sha256();
        List<AuditEntry> entries = new ArrayList<>(waiting.size());
        for (Waiting each : waiting) {
            AuditEntry entry = AuditEntry.following(++number, each.at(), each.action(), hash);
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
    public record ChainCheck(long entries, String head, OptionalLong broken) {}

    /** Looks at every entry from the first on. */
    public ChainCheck verify() {
        var unused = seal();
        long number = 0;
        String hash = AuditEntry.BEGINNING;
        List<AuditEntry> some = after(number);
        while (!some.isEmpty()) {
            for (AuditEntry entry : some) {
                if (!entry.follows(number, hash)) {
                    return new ChainCheck(number, hash, OptionalLong.of(number + 1));
                }
                number = entry.number();
                hash = entry.sha256();
            }
            some = after(number);
        }
        return new ChainCheck(number, hash, OptionalLong.empty());
    }

    private List<AuditEntry> after(long number) {
        return database.read(handle -> store.after(handle, number, ENTRIES_AT_ONCE));
    }
}
