package dev.countersign.reconcile.service.access;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.AuditFilter;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.AuditStore;
import dev.countersign.reconcile.store.console.AuditStore.Repeat;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The trail of what people and keys did, as they are written and as they are read. */
public final class AuditTrail {

    /** The actor of a login under a name that no operator has; no operator is called so. */
    public static final String UNKNOWN = "(unknown)";

    private final Database database;
    private final AuditStore store = new AuditStore();
    private final InstantSource clock;

    public AuditTrail(Database database, InstantSource clock) {
        this.database = database;
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

    /** The entries that fit, of those that are sealed: the newest first, from a position on. */
    public List<AuditEntry> list(AuditFilter filter, ListPosition<Long> at, int limit) {
        return database.read(handle -> store.list(handle, filter, at, limit));
    }
}
