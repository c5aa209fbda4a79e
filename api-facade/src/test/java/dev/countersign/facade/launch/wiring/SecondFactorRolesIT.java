package dev.countersign.facade.launch.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.launch.start.Role;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.operations.ApprovalPolicies;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Roles that nobody has the use of without a second factor. */
class SecondFactorRolesIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    @Test
    void asksWhoHoldsThemToSetOneUpFirst() {
        ConsoleCaller.employ(PRODUCT, "must-have", OperatorRole.FINANCE);
        ConsoleCaller.employ(PRODUCT, "need-not", OperatorRole.OPERATOR);
        List<String> settings = new ArrayList<>(PRODUCT.settings());
        settings.add("--countersign.console.second-factor-roles=administrator,finance");
        try (var process = ProductForTests.start(EnumSet.of(Role.API), "factors", settings)) {
            String address =
                    "http://127.0.0.1:"
                            + process.getEnvironment().getRequiredProperty("local.server.port");

            assertThat(landing(address, "must-have")).startsWith("/console/account");
            assertThat(landing(address, "need-not")).endsWith("/now");
            assertThat(
                            new ApprovalPolicies(PRODUCT.book().database(), SystemTime.clock())
                                    .strictest(ApprovalPolicy.DEFAULT)
                                    .secondFactorRoles())
                    .as("what a command asks for, too")
                    .containsExactlyInAnyOrder(OperatorRole.ADMINISTRATOR, OperatorRole.FINANCE);
        }
    }

    private static String landing(String address, String name) {
        ConsoleCaller browser = new ConsoleCaller(address);
        browser.post("/console/login", Map.of("name", name, "password", ConsoleCaller.PASSWORD));
        assertThat(browser.page("/console/sandbox/account")).contains("Set up an app");
        return ConsoleCaller.location(browser.get("/console"));
    }
}
