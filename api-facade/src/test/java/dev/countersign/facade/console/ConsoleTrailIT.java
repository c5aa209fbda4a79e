package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.AuditFilter;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The audit trail of people at the console, and of keys elsewhere. */
class ConsoleTrailIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    /** Somebody who has chosen their password. */
    private static ConsoleCaller somebody(String name, OperatorRole role) {
        return ConsoleCaller.somebody(PRODUCT, name, role);
    }

    @Test
    void putsLoginsAndFailuresOnTheTrail() {
        ConsoleCaller seen = somebody("seen", OperatorRole.VIEWER);
        new ConsoleCaller(PRODUCT.address()).login("seen", "wrong horse battery");
        seen.post("/console/logout", Map.of());

        assertThat(PRODUCT.trailOf("seen")).contains("login.succeeded", "logout");
        assertThat(PRODUCT.verifyTrail().problems()).isEmpty();
    }

    /** Counted by the minute; the entry is written when the minute is over. */
    @Test
    void putsOnTheTrailWhatSomebodyAsksForWithoutTheRoleAndMasksCardNumbersInIt() {
        ConsoleCaller curious = somebody("curious", OperatorRole.VIEWER);
        for (String path : List.of("operators", "operators", "operators/4111111111111111/enable")) {
            assertThat(curious.post("/console/sandbox/" + path, Map.of()).statusCode())
                    .isEqualTo(403);
        }
        assertThat(curious.get("/console/sandbox/search").statusCode()).isEqualTo(200);
        PRODUCT.book()
                .database()
                .doAtomically(
                        handle ->
                                handle.execute(
                                        "update audit_repeat set minute = minute - interval '1 hour'"
                                                + " where actor = 'curious'"));
        PRODUCT.sealTrail();

        assertThat(
                        PRODUCT.console()
                                .trail()
                                .list(new AuditFilter("curious", null), ListPosition.start(), 50))
                .extracting(AuditEntry::action)
                .filteredOn(action -> action.name().equals("access.refused"))
                .singleElement()
                .satisfies(
                        action -> {
                            assertThat(action.actorKind()).isEqualTo(ActorKind.OPERATOR);
                            assertThat(action.remark())
                                    .startsWith("3 times within a minute, from ")
                                    .contains("/console/sandbox/operators, ")
                                    .doesNotContain("4111111111111111");
                        });
        assertThat(PRODUCT.verifyTrail().problems()).isEmpty();
    }

    @Test
    void writesDownWhatPeopleAndKeysChangeAndNothingElse() {
        ConsoleCaller administrator = somebody("audited", OperatorRole.ADMINISTRATOR);
        administrator.post("/console/sandbox/operators", Map.of("name", "made", "role", "viewer"));
        administrator.post("/console/sandbox/operators", Map.of("name", "made", "role", "viewer"));
        ApiCaller key = PRODUCT.caller(Mode.SANDBOX);
        String card = key.card("virtual");
        var frozen = key.post("/cards/" + card + "/freeze", "");
        var refused = key.post("/cards/" + card + "/freeze", "");
        assertThat(frozen.status()).isEqualTo(200);
        assertThat(refused.status()).isEqualTo(409);

        assertThat(administrator.get("/console/sandbox/audit?subject=made").body())
                .containsOnlyOnce("title=\"operator.create\"");
        assertThat(entries(card))
                .extracting(each -> each.action().name())
                .containsExactly("POST /sandbox/v1/cards/…/freeze", "POST /sandbox/v1/cards");
        assertThat(administrator.get("/console/sandbox/audit.csv?subject=" + card).body())
                .startsWith("number,at,actor_kind,actor,action,subject,remark,key,seal\r\n")
                .contains(",key,key_");
        assertThat(PRODUCT.verifyTrail().problems()).isEmpty();
    }

    private static List<AuditEntry> entries(String subject) {
        PRODUCT.sealTrail();
        return PRODUCT.console()
                .trail()
                .list(new AuditFilter(null, subject), ListPosition.start(), 10);
    }
}
