package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.ConsoleSessions.Visitor;
import dev.countersign.reconcile.service.Database;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One request of somebody who is logged in. */
public final class Visit {

    private static final String ATTRIBUTE = Visit.class.getName();

    private final Visitor visitor;
    private final Database database;
    private final Tally tally;
    private final InstantSource clock;

    Visit(Visitor visitor, Database database, Tally tally, InstantSource clock) {
        this.visitor = visitor;
        this.database = database;
        this.tally = tally;
        this.clock = clock;
    }

    /** The visit that a request is; what is reached behind the filter has one. */
    public static Visit of(HttpServletRequest request) {
        if (!(request.getAttribute(ATTRIBUTE) instanceof Visit visit)) {
            throw new IllegalStateException("a request reached a page without a visitor");
        }
        return visit;
    }

    /** The visit, when its visitor's role may do what this one may. */
    public static Visit of(HttpServletRequest request, OperatorRole needed) {
        Visit visit = of(request);
        if (!visit.may(needed)) {
            throw new NotAllowed(needed);
        }
        return visit;
    }

    void attachTo(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    public Visitor visitor() {
        return visitor;
    }

    /** What waits for people, by the section of the navigation. */
    public Map<String, String> waiting(Mode mode) {
        return tally.of(mode);
    }

    /** True when the visitor may do what this role may. */
    public boolean may(OperatorRole needed) {
        return visitor.roles().include(needed);
    }

    /**
     * Does something that changes something; it is on the audit trail together with what it
     * changes.
     *
     * @param action such as {@code break.assign}
     * @param subject the identifier of what it is done to
     * @param remark what the visitor said about it; never a secret
     */
    public <T> T doing(String action, String subject, String remark, Supplier<T> work) {
        String actor = visitor.name();
        AuditAction done = new AuditAction(ActorKind.OPERATOR, actor, action, subject, remark);
        AuditContext context = AuditContext.as(done, clock.instant());
        try (context) {
            return work.get();
        }
    }

    /**
     * Puts on the audit trail what somebody asks for that is not one database transaction of the
     * book. It is said before it is done: what was asked for is known, however it ends.
     */
    public void noting(String action, String subject, String remark) {
        doing(action, subject, remark, () -> database.doAtomically(handle -> {}));
    }

    /**
     * Does something that changes something, when the visitor's role may do what this one may.
     *
     * @param action such as {@code break.assign}
     * @param subject the identifier of what it is done to
     * @param remark what the visitor said about it; never a secret
     * @param work is told the visitor's name
     */
    public static void act(
            HttpServletRequest request,
            OperatorRole needed,
            String action,
            String subject,
            String remark,
            Consumer<String> work) {
        Visit visit = of(request, needed);
        String name = visit.visitor.name();
        visit.doing(action, subject, remark, () -> work.accept(name));
    }

    /** Does something that gives nothing back. */
    public void doing(String action, String subject, String remark, Runnable work) {
        var unused =
                doing(
                        action,
                        subject,
                        remark,
                        () -> {
                            work.run();
                            return true;
                        });
    }
}
