package dev.countersign.reconcile.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.operator.OperatorRoles;
import dev.countersign.reconcile.store.OperatorStore;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What two persons do together, and who is no second person. */
class ApprovalsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final ApprovalKind CLOSE = ApprovalKind.HARD_CLOSE_MONTH;
    private static final String MONTH = "live/2026-10";
    private static final String THIRD =
            "One of you gave the other a name, a role or a password a short while ago: a third"
                    + " person has to agree.";

    private final AtomicInteger done = new AtomicInteger();

    private Database database;
    private Operators operators;
    private Approvals approvals;
    private Instant now = NOON;

    @BeforeEach
    void open() {
        POSTGRES.recreate();
        now = NOON;
        done.set(0);
        database = new Database(Jdbi.create(POSTGRES.dataSource()));
        operators = new Operators(database, new OperatorStore(), new PlainPasswords(), () -> now);
        approvals =
                new Approvals(
                        database,
                        new SecondPerson(SecondPerson.INDEPENDENCE, () -> now),
                        () -> now);
        create("root", OperatorRole.ADMINISTRATOR, OperatorRole.FINANCE);
        for (String name : List.of("ada", "grace", "alan")) {
            create(name, OperatorRole.FINANCE);
        }
        create("vic", OperatorRole.VIEWER);
    }

    private void create(String name, OperatorRole... roles) {
        var unused = operators.create(name, roles);
    }

    private void as(String name, Runnable work) {
        AuditContext context =
                AuditContext.as(new AuditAction(ActorKind.OPERATOR, name, "test", "", ""), now);
        try (context) {
            work.run();
        }
    }

    private void agree(String by) {
        approvals.agree(CLOSE, MONTH, null, by, (handle, asked) -> done.incrementAndGet());
    }

    private void refusesAgreement(String by, String why) {
        assertThatThrownBy(() -> agree(by)).isInstanceOf(ActionRefused.class).hasMessage(why);
        assertThat(done).hasValue(0);
    }

    @Test
    void isDoneWhenAnotherPersonAgrees() {
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        refusesAgreement("ada", "Somebody else has to agree to what you asked for.");
        refusesAgreement("vic", "You may not agree to that any more.");
        agree("grace");

        assertThat(done).hasValue(1);
        assertThat(approvals.find(CLOSE, MONTH)).isEmpty();
    }

    @RepeatedTest(5)
    void isDoneOnceWhenTwoAgreeAtOnce() {
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        List<String> refusals = atOnce(() -> agree("grace"), () -> agree("alan"));

        assertThat(done).hasValue(1);
        assertThat(refusals).containsExactly("Nobody asks for that now.");
    }

    @Test
    void takesNobodyWhomTheAskerCreatedPromotedOrGaveAPasswordWithinADay() {
        as("root", () -> create("made", OperatorRole.FINANCE));
        as("root", () -> operators.setRoles("vic", OperatorRoles.of(OperatorRole.FINANCE)));
        as("root", () -> operators.resetPassword("alan"));
        as("root", () -> operators.setRoles("ada", OperatorRoles.of(OperatorRole.FINANCE)));
        approvals.ask(CLOSE, MONTH, "all is proved", "root");

        for (String name : List.of("made", "vic", "alan")) {
            refusesAgreement(name, THIRD);
        }
        now = NOON.plus(SecondPerson.INDEPENDENCE).minusSeconds(1);
        refusesAgreement("alan", THIRD);
        now = NOON.plus(SecondPerson.INDEPENDENCE).plusSeconds(1);
        agree("alan");

        assertThat(done).hasValue(1);
    }

    @Test
    void takesNobodyWhoGaveTheAskerAPasswordEither() {
        as("root", () -> operators.resetPassword("ada"));
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        refusesAgreement("root", THIRD);
        agree("grace");

        assertThat(done).hasValue(1);
    }

    @Test
    void takesAnybodyWhoseRolesGrewNot() {
        as("root", () -> operators.setRoles("ada", OperatorRoles.of(OperatorRole.FINANCE)));
        approvals.ask(CLOSE, MONTH, "all is proved", "root");

        agree("ada");

        assertThat(done).hasValue(1);
    }

    @Test
    void isAskedForNoLongerWhenTheAskerIsDisabled() {
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        operators.disable("ada");

        assertThat(approvals.find(CLOSE, MONTH)).isEmpty();
        refusesAgreement("grace", "Nobody asks for that now.");
    }

    @Test
    void isNotDoneWhenTheAskerMayNotAskAnyMore() {
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        operators.setRoles("ada", OperatorRoles.of(OperatorRole.VIEWER));

        refusesAgreement(
                "grace", "Who asked for it may not do so any more: it is not asked for now.");
    }

    @RepeatedTest(5)
    void isEitherDoneOrWithdrawnWhenTheAskerIsDisabledAtTheSameTime() {
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        List<String> refusals = atOnce(() -> agree("grace"), () -> operators.disable("ada"));

        assertThat(done.get() + refusals.size()).isEqualTo(1);
        assertThat(refusals)
                .isSubsetOf(
                        "Nobody asks for that now.",
                        "Who asked for it may not do so any more: it is not asked for now.");
        assertThat(approvals.find(CLOSE, MONTH)).isEmpty();
    }

    /** What was refused of two things that begin together. */
    private static List<String> atOnce(Runnable one, Runnable other) {
        List<String> refusals = new ArrayList<>();
        CyclicBarrier together = new CyclicBarrier(2);
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            for (Runnable each : List.of(one, other)) {
                both.execute(
                        () -> {
                            try {
                                together.await();
                                each.run();
                            } catch (Exception e) {
                                synchronized (refusals) {
                                    refusals.add(String.valueOf(e.getMessage()));
                                }
                            }
                        });
            }
        }
        return refusals;
    }
}
