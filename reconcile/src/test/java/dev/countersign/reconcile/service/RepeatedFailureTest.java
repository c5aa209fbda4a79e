package dev.countersign.reconcile.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class RepeatedFailureTest {

    private static RuntimeException ofState(String state, String message) {
        return new RuntimeException(message, new SQLException(message, state));
    }

    @Test
    void isToldWhenItBeginsAndWhenItIsOver() {
        RepeatedFailure trouble = new RepeatedFailure(Outages.UNREPORTED);

        assertThat(trouble.ends()).as("nothing was told").isFalse();
        assertThat(trouble.begins(ofState("55P03", "a lock is held by 17"))).isTrue();
        assertThat(trouble.begins(ofState("55P03", "a lock is held by 18"))).isFalse();
        assertThat(trouble.ends()).isTrue();
        assertThat(trouble.ends()).isFalse();
        assertThat(trouble.begins(ofState("55P03", "a lock is held by 19"))).isTrue();
    }

    @Test
    void isToldOnceOfEachKind() {
        RepeatedFailure trouble = new RepeatedFailure(Outages.UNREPORTED);

        assertThat(trouble.begins(ofState("55P03", "a lock"))).isTrue();
        assertThat(trouble.begins(ofState("42501", "no right"))).isTrue();
        assertThat(trouble.begins(new IllegalStateException("a fault"))).isTrue();
        assertThat(trouble.begins(ofState("55P03", "a lock"))).isFalse();
        assertThat(trouble.begins(ofState("42501", "no right"))).isFalse();
        assertThat(trouble.ends()).isTrue();
    }

    @Test
    void isLeftToThoseWhoWatchTheServersWhenItIsAnOutage() {
        RepeatedFailure trouble = new RepeatedFailure(any -> true);

        assertThat(trouble.begins(ofState("08006", "refused"))).isFalse();
        assertThat(trouble.ends()).isFalse();
    }
}
