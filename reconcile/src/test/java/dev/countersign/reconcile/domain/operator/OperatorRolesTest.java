package dev.countersign.reconcile.domain.operator;

import static dev.countersign.reconcile.domain.operator.OperatorRole.ADMINISTRATOR;
import static dev.countersign.reconcile.domain.operator.OperatorRole.FINANCE;
import static dev.countersign.reconcile.domain.operator.OperatorRole.OPERATOR;
import static dev.countersign.reconcile.domain.operator.OperatorRole.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorRolesTest {

    @ParameterizedTest
    @CsvSource({
        "VIEWER,        VIEWER,        true",
        "VIEWER,        OPERATOR,      false",
        "OPERATOR,      VIEWER,        true",
        "OPERATOR,      FINANCE,       false",
        "FINANCE,       OPERATOR,      true",
        "FINANCE,       ADMINISTRATOR, false",
        "ADMINISTRATOR, VIEWER,        true",
        "ADMINISTRATOR, OPERATOR,      false",
        "ADMINISTRATOR, FINANCE,       false",
        "ADMINISTRATOR, ADMINISTRATOR, true",
    })
    void allowsWhatOneOfTheRolesAllows(OperatorRole held, OperatorRole needed, boolean allowed) {
        assertThat(OperatorRoles.of(held).include(needed)).isEqualTo(allowed);
        assertThat(OperatorRoles.of(held, VIEWER).include(needed)).isEqualTo(allowed);
    }

    @Test
    void addsUpWhatTheRolesAllow() {
        OperatorRoles both = OperatorRoles.of(ADMINISTRATOR, FINANCE);

        assertThat(both.include(ADMINISTRATOR)).isTrue();
        assertThat(both.include(OPERATOR)).isTrue();
        assertThat(both).hasToString("finance, administrator");
    }

    @Test
    void tellsAPromotionFromADemotion() {
        OperatorRoles finance = OperatorRoles.of(FINANCE);

        assertThat(OperatorRoles.of(FINANCE, ADMINISTRATOR).exceed(finance)).isTrue();
        assertThat(OperatorRoles.of(ADMINISTRATOR).exceed(finance)).isTrue();
        assertThat(OperatorRoles.of(OPERATOR, VIEWER).exceed(finance)).isFalse();
    }

    @Test
    void needsOneRoleAtLeast() {
        assertThatThrownBy(() -> OperatorRoles.of(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
