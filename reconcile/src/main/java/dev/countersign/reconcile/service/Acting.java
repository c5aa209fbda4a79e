package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.audit.Deed;
import dev.countersign.reconcile.store.AuditStore;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Who acts on this thread. It is said once, at the edge, where the person or the key is known; the
 * first database transaction that the thread then commits writes it to the audit trail together
 * with what it changes. What changes nothing leaves no entry. The stream and the night act for
 * nobody.
 */
public final class Acting implements AutoCloseable {

    private static final ThreadLocal<Acting> CURRENT = new ThreadLocal<>();
    private static final AuditStore TRAIL = new AuditStore();

    private final @Nullable Acting before;
    private final Instant at;
    private @Nullable Deed deed;

    private Acting(Deed deed, Instant at, @Nullable Acting before) {
        this.deed = deed;
        this.at = at;
        this.before = before;
    }

    /** From here to {@link #close} the thread does this. */
    public static Acting as(Deed deed, Instant now) {
        Acting acting = new Acting(deed, now, CURRENT.get());
        CURRENT.set(acting);
        return acting;
    }

    /** Says what it is done to, once that is known; what was said before stays. */
    public static void about(String subject) {
        Acting acting = CURRENT.get();
        if (acting != null && acting.deed != null && acting.deed.subject().isEmpty()) {
            Deed told = acting.deed;
            acting.deed =
                    new Deed(told.actorKind(), told.actor(), told.action(), subject, told.remark());
        }
    }

    /** Writes what is being done, if it was not written yet, as the last thing of a transaction. */
    static void write(Handle handle) {
        Acting acting = CURRENT.get();
        if (acting != null && acting.deed != null) {
            TRAIL.insert(handle, acting.deed, acting.at);
        }
    }

    /** The transaction is committed: what was written stays. */
    static void written() {
        Acting acting = CURRENT.get();
        if (acting != null) {
            acting.deed = null;
        }
    }

    @Override
    public void close() {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }
}
