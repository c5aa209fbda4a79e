package dev.countersign.reconcile.service.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.operator.ApprovalRequest;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.operator.OperatorRoles;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.service.access.PlainPasswords;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Acts of two operators, and operators who cannot be the second one. */
class ApprovalsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final ApprovalKind CLOSE = ApprovalKind.HARD_CLOSE_MONTH;
    private static final String MONTH = "live/2026-10";
    private static final String TOO_NEW =
            " was given a name, a role, a password or another factor a short while ago, and takes"
                    + " part in nothing that takes two operators until 2026-11-22 12:00 UTC.";

    private final AtomicInteger done = new AtomicInteger();

    private Database database;
    private Operators operators;
    private Approvals approvals;
    private Instant now = NOON;

    @BeforeEach
    void open() {
        POSTGRES.empty();
        now = NOON;
        done.set(0);
        database = Database.over(POSTGRES.dataSource());
        operators = new Operators(database, new PlainPasswords(), () -> now);
        approvals =
                new Approvals(
                        database,
                        new DualControl(ApprovalPolicy.DEFAULT.independence(), () -> now),
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
        as(ActorKind.OPERATOR, name, work);
    }

    private void as(ActorKind kind, String name, Runnable work) {
        AuditContext context = AuditContext.as(new AuditAction(kind, name, "test", "", ""), now);
        try (context) {
            work.run();
        }
    }

    private void approve(String by) {
        Instant seen =
                approvals.find(CLOSE, MONTH).map(ApprovalRequest::askedAt).orElse(Instant.EPOCH);
        approvals.approve(CLOSE, MONTH, seen, by, asked -> done.incrementAndGet());
    }

    private void ask(String by) {
        approvals.ask(CLOSE, MONTH, "all is proved", by);
    }

    private List<String> texts(String sql) {
        return database.read(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    private void refusesToAsk(String by, String why) {
        assertThatThrownBy(() -> ask(by))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(why);
    }

    private void refusesAgreement(String by, String why) {
        assertThatThrownBy(() -> approve(by))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(why);
        assertThat(done).hasValue(0);
    }

    @Test
    void isDoneWhenAnotherPersonAgrees() {
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        refusesAgreement("ada", "Somebody else has to approve what you asked for.");
        refusesAgreement("vic", "vic may not approve that.");
        approve("grace");

        assertThat(done).hasValue(1);
        assertThat(approvals.find(CLOSE, MONTH)).isEmpty();
    }

    @RepeatedTest(5)
    void isDoneOnceWhenTwoAgreeAtOnce() {
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        List<String> refusals = atOnce(() -> approve("grace"), () -> approve("alan"));

        assertThat(done).hasValue(1);
        assertThat(refusals).containsExactly("Nobody asks for that now.");
    }

    @Test
    void takesNobodyWhoWasCreatedPromotedEnabledOrGivenAPasswordOrAFactorWithinADay() {
        create("barred", OperatorRole.FINANCE);
        create("lost", OperatorRole.FINANCE);
        operators.disable("barred");
        as("root", () -> create("made", OperatorRole.FINANCE));
        as("root", () -> operators.setRoles("vic", OperatorRoles.of(OperatorRole.FINANCE)));
        as("root", () -> operators.resetPassword("alan"));
        as("root", () -> operators.enable("barred"));
        as("root", () -> operators.resetSecondFactors("lost"));
        as("root", () -> operators.setRoles("ada", OperatorRoles.of(OperatorRole.FINANCE)));
        List<String> given = List.of("made", "vic", "alan", "barred", "lost");

        given.forEach(name -> refusesToAsk(name, name + TOO_NEW));
        ask("root");
        given.forEach(name -> refusesAgreement(name, name + TOO_NEW));
        now = NOON.plus(ApprovalPolicy.DEFAULT.independence()).minusSeconds(1);
        refusesAgreement("alan", "alan" + TOO_NEW);
        now = NOON.plus(ApprovalPolicy.DEFAULT.independence()).plusSeconds(1);
        approve("alan");

        assertThat(done).hasValue(1);
    }

    @Test
    void isNotMadeOfTwoWhomOnePersonCreated() {
        as("root", () -> create("one", OperatorRole.FINANCE));
        as("root", () -> create("two", OperatorRole.FINANCE));

        refusesToAsk("one", "one" + TOO_NEW);
        ask("ada");
        refusesAgreement("two", "two" + TOO_NEW);
    }

    @Test
    void isNotMadeOfAChainThatOnePersonBegan() {
        as("root", () -> create("chief", OperatorRole.ADMINISTRATOR));
        as("chief", () -> create("clerk", OperatorRole.FINANCE));
        operators.setRoles("root", OperatorRoles.of(OperatorRole.ADMINISTRATOR));
        as(
                "root",
                () ->
                        operators.setRoles(
                                "root",
                                OperatorRoles.of(
                                        OperatorRole.ADMINISTRATOR, OperatorRole.FINANCE)));

        refusesToAsk("root", "root" + TOO_NEW);
        ask("ada");
        refusesAgreement("clerk", "clerk" + TOO_NEW);
        refusesAgreement("root", "root" + TOO_NEW);
    }

    @Test
    void takesNobodyWhoWasGivenSomethingByACommandOrAStart() {
        as(ActorKind.COMMAND, "shell", () -> operators.resetSecondFactors("ada"));
        as(ActorKind.START, "shell", () -> operators.renewFirst());

        refusesToAsk("ada", "ada" + TOO_NEW);
        refusesToAsk("admin", "admin" + TOO_NEW);
    }

    @Test
    void takesWhomTheIdentityProviderNames() {
        as(
                ActorKind.PROVIDER,
                "https://login.example.com",
                () ->
                        operators.createWithoutPassword(
                                "known", OperatorRoles.of(OperatorRole.FINANCE)));
        ask("known");

        approve("grace");

        assertThat(done).hasValue(1);
    }

    @Test
    void isRecordedWhoGaveWhatHoweverItCounts() {
        as("root", () -> create("made", OperatorRole.FINANCE));
        create("boss", OperatorRole.ADMINISTRATOR);
        as(
                "boss",
                () ->
                        operators.setRoles(
                                "boss",
                                OperatorRoles.of(
                                        OperatorRole.ADMINISTRATOR, OperatorRole.FINANCE)));
        as(ActorKind.COMMAND, "shell", () -> operators.resetSecondFactors("ada"));
        as(
                ActorKind.PROVIDER,
                "https://login.example.com",
                () -> operators.setRoles("vic", OperatorRoles.of(OperatorRole.FINANCE)));

        assertThat(
                        texts(
                                "select operator || ' of ' || granted_by_kind || ' ' || granted_by from"
                                        + " operator_grant order by operator"))
                .containsExactly(
                        "ada of command shell",
                        "boss of operator boss",
                        "made of operator root",
                        "vic of provider https://login.example.com");
    }

    @Test
    void isJudgedByTheStricterOfTheRulesOfTheLastStartAndItsOwn() {
        ApprovalPolicies policies = new ApprovalPolicies(database, () -> now);
        ApprovalPolicy loose =
                new ApprovalPolicy(
                        Duration.ZERO,
                        new ResolutionPolicy(Severity.CRITICAL, Map.of("EUR", 1_000_000L)),
                        Set.of());
        ApprovalPolicy strict =
                new ApprovalPolicy(
                        Duration.ofDays(2),
                        new ResolutionPolicy(Severity.LOW, Map.of("EUR", 5_000L)),
                        Set.of(OperatorRole.FINANCE));

        policies.follow(ApprovalPolicy.DEFAULT, "cas");
        assertThat(policies.strictest(loose)).isEqualTo(ApprovalPolicy.DEFAULT.strictest(loose));
        policies.follow(strict, "cas");
        policies.follow(strict, "cas");

        assertThat(policies.strictest(loose)).isEqualTo(strict);
        assertThat(
                        texts(
                                "select actor_kind || ' ' || actor || ' ' || remark from audit_inbox where action = 'approval_policy.changed'"))
                .containsExactly(
                        "start cas independence PT48H, resolve-together-from low, resolve-alone-max"
                                + " {EUR=5000}, second-factor-roles [finance]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update operator_grant set granted_at = '2026-01-01'",
                "delete from operator_grant",
                "update approval_policy set independence_ms = 0",
                "delete from approval_policy",
            })
    void isNotHelpedByARewriteUnderTheLoginOfTheProduct(String sql) {
        assertThatThrownBy(() -> database.doAtomically(handle -> handle.execute(sql)))
                .hasMessageContaining("permission denied");
    }

    @Test
    void isAskedForByOnePersonWhoAloneMaySayItAnew() {
        ask("ada");

        refusesToAsk(
                "grace", "Another operator asks for it already: approve or refuse that first.");
        now = NOON.plusSeconds(60);
        approvals.ask(CLOSE, MONTH, "the last file came", "ada");

        assertThat(approvals.find(CLOSE, MONTH))
                .get()
                .extracting(ApprovalRequest::reason)
                .isEqualTo("the last file came");
        assertThatThrownBy(() -> approvals.approve(CLOSE, MONTH, NOON, "grace", asked -> fail()))
                .hasMessage("It was asked for anew since: read again what is asked for.");
    }

    @Test
    void takesAnybodyWhoseRolesDidNotGrow() {
        as("root", () -> operators.setRoles("ada", OperatorRoles.of(OperatorRole.FINANCE)));
        approvals.ask(CLOSE, MONTH, "all is proved", "root");

        approve("ada");

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
                "grace", "ada, who asked for it, may not do so any more: it is not asked for now.");
    }

    @RepeatedTest(5)
    void isEitherDoneOrWithdrawnWhenTheAskerIsDisabledAtTheSameTime() {
        approvals.ask(CLOSE, MONTH, "all is proved", "ada");

        List<String> refusals = atOnce(() -> approve("grace"), () -> operators.disable("ada"));

        assertThat(done.get() + refusals.size()).isEqualTo(1);
        assertThat(refusals)
                .isSubsetOf(
                        "Nobody asks for that now.",
                        "ada, who asked for it, may not do so any more: it is not asked for now.");
        assertThat(approvals.find(CLOSE, MONTH)).isEmpty();
    }

    /** The refusals among two acts that begin together. */
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
