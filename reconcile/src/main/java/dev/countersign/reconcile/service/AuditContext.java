package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.store.console.AuditStore;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The person or key that this thread acts for. It is set once, at the edge, where they are known;
 * the first database transaction that the thread then commits writes the action to the audit trail
 * together with what it changes. What changes nothing leaves no entry. The stream and the night act
 * for nobody.
 */
public final class AuditContext implements AutoCloseable {

    private static final ThreadLocal<AuditContext> CURRENT = new ThreadLocal<>();
    private static final AuditStore TRAIL = new AuditStore();

    private final @Nullable AuditContext before;
    private final ActorKind kind;
    private final @Nullable String actor;
    private final Instant at;
    private @Nullable AuditAction action;

    private AuditContext(@Nullable AuditAction action, Instant at, @Nullable AuditContext before) {
        this.kind = action == null ? ActorKind.COMMAND : action.actorKind();
        this.actor = action == null ? null : action.actor();
        this.action = action;
        this.at = at;
        this.before = before;
    }

    /** From here to {@link #close} the thread does this. */
    public static AuditContext as(AuditAction action, Instant now) {
        return begin(action, now);
    }

    /** From here to {@link #close} the thread acts for nobody. */
    public static AuditContext nobody(Instant now) {
        return begin(null, now);
    }

    private static AuditContext begin(@Nullable AuditAction action, Instant now) {
        AuditContext context = new AuditContext(action, now, CURRENT.get());
        CURRENT.set(context);
        return context;
    }

    /** Hands over for whom this thread acts, if for anybody. */
    public static void forActor(BiConsumer<ActorKind, String> keeps) {
        AuditContext context = CURRENT.get();
        if (context != null && context.actor != null) {
            keeps.accept(context.kind, context.actor);
        }
    }

    /** Says what it is done to, once that is known; what was said before stays. */
    public static void setSubject(String subject) {
        AuditContext context = CURRENT.get();
        if (context != null && context.action != null && context.action.subject().isEmpty()) {
            AuditAction action = context.action;
            context.action =
                    new AuditAction(
                            action.actorKind(),
                            action.actor(),
                            action.name(),
                            subject,
                            action.remark());
        }
    }

    /**
     * Writes one more action of the actor, in the transaction that does it: what has to be on the
     * trail in its own words, however much else is done.
     *
     * @param remark what there is to know about it; never a secret
     */
    public static void alsoWrite(
            Handle handle, SecurityEvent event, String subject, String remark, Instant now) {
        AuditContext context = CURRENT.get();
        if (context != null && context.actor != null) {
            TRAIL.insert(
                    handle,
                    new AuditAction(context.kind, context.actor, event.text(), subject, remark),
                    now);
        }
    }

    /** Writes what is being done, if it was not written yet, as the last thing of a transaction. */
    static void write(Handle handle) {
        AuditContext context = CURRENT.get();
        if (context != null && context.action != null) {
            TRAIL.insert(handle, context.action, context.at);
        }
    }

    /** The transaction is committed: what was written stays. */
    static void written() {
        AuditContext context = CURRENT.get();
        if (context != null) {
            context.action = null;
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
