package dev.countersign.reconcile.service.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Concurrent changes to the operators of the console. */
class OperatorsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final List<String> ADMINISTRATORS = List.of("ada", "grace");

    private Operators operators;

    @BeforeEach
    void openTheDoor() {
        POSTGRES.empty();
        operators =
                new Operators(
                        Database.over(POSTGRES.dataSource()), new PlainPasswords(), () -> NOON);
    }

    @RepeatedTest(10)
    void oneAdministratorStaysWhenTheLastTwoDisableEachOtherAtOnce() {
        ADMINISTRATORS.forEach(
                name -> assertThat(operators.create(name, OperatorRole.ADMINISTRATOR)).isNotNull());

        try (ExecutorService both = Executors.newFixedThreadPool(ADMINISTRATORS.size())) {
            ADMINISTRATORS.forEach(name -> both.execute(() -> disable(name)));
        }

        assertThat(operators.list()).filteredOn(Operator::disabled).hasSize(1);
    }

    private void disable(String name) {
        try {
            operators.disable(name);
        } catch (RequestRefusedException refused) {
            assertThat(refused).hasMessage("Somebody has to stay administrator.");
        }
    }
}
