package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A request of an operator who is logged in. */
public final class OperatorRequest {

    private static final String ATTRIBUTE = OperatorRequest.class.getName();

    private final Operator operator;
    private final String formToken;
    private final boolean mustEnrol;
    private final Database database;
    private final WorkCounts workCounts;
    private final InstantSource clock;

    OperatorRequest(
            Operator operator,
            String formToken,
            boolean mustEnrol,
            Database database,
            WorkCounts workCounts,
            InstantSource clock) {
        this.operator = operator;
        this.formToken = formToken;
        this.mustEnrol = mustEnrol;
        this.database = database;
        this.workCounts = workCounts;
        this.clock = clock;
    }

    /** The request with its operator; whatever is reached behind the login has one. */
    public static OperatorRequest of(HttpServletRequest request) {
        if (!(request.getAttribute(ATTRIBUTE) instanceof OperatorRequest asked)) {
            throw new IllegalStateException("a request reached a page without an operator");
        }
        return asked;
    }

    void attachTo(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** The operator as they were when the request came. */
    public Operator operator() {
        return operator;
    }

    /** The UTC date on which it came: the business date that is open. */
    public LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /** True when the operator's roles need a second factor that they do not have yet. */
    public boolean mustEnrol() {
        return mustEnrol;
    }

    /** Returns the token that each form of the operator's pages carries. */
    public String formToken() {
        return formToken;
    }

    /** Returns the work that waits for people, by section of the navigation. */
    public Map<String, String> waiting(Mode mode) {
        return workCounts.of(mode);
    }

    /** True when the operator may do what this role may. */
    public boolean may(OperatorRole needed) {
        return operator.roles().include(needed);
    }

    /**
     * Does something that changes something; it is on the audit trail together with what it
     * changes.
     *
     * @param action such as {@code break.assign}
     * @param subject the identifier of what it is done to
     * @param remark what the operator said about it; never a secret
     */
    public <T> T doing(String action, String subject, String remark, Supplier<T> work) {
        String actor = operator.name();
        AuditAction done = new AuditAction(ActorKind.OPERATOR, actor, action, subject, remark);
        AuditContext context = AuditContext.as(done, clock.instant());
        try (context) {
            return work.get();
        }
    }

    /**
     * Puts on the audit trail what an operator asks for that is not one database transaction of the
     * book. It is said before it is done: what was asked for is known, however it ends.
     */
    public void noting(String action, String subject, String remark) {
        doing(action, subject, remark, database::noteAction);
    }

    /**
     * Does something that changes something.
     *
     * @param action such as {@code break.assign}
     * @param subject the identifier of what it is done to
     * @param remark what the operator said about it; never a secret
     * @param work gets the operator's name
     */
    public static void act(
            HttpServletRequest request,
            String action,
            String subject,
            String remark,
            Consumer<String> work) {
        OperatorRequest asked = of(request);
        String name = asked.operator.name();
        asked.doing(action, subject, remark, () -> work.accept(name));
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
