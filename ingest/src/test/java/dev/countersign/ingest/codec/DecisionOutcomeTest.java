package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.codec.DecisionCodec.DecisionOutcome;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.transaction.Decision;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionOutcomeTest {

    @ParameterizedTest
    @EnumSource(DeclineReason.class)
    void isThatOfTheDecisionThatWasWritten(DeclineReason reason) {
        assertThat(DecisionCodec.outcome(new DecisionCodec().write(answer("05", reason))))
                .contains(new DecisionOutcome(reason, "05"));
    }

    @Test
    void ofAnApprovalHasNoReason() {
        assertThat(DecisionCodec.outcome(new DecisionCodec().write(answer("00", null))))
                .contains(new DecisionOutcome(null, "00"));
    }

    /** While one process of the system has a newer version. */
    @Test
    void ofAReasonThatIsNotKnownYetIsAnotherOne() {
        assertThat(outcome("{\"response_code\":\"05\",\"decline_reason\":\"tomorrows\"}"))
                .contains(new DecisionOutcome(DeclineReason.OTHER, "05"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "{}", "{\"approved\":true", "{\"approved\":{}}"})
    void isNotMadeUpWhereThereIsNone(String bytes) {
        assertThat(outcome(bytes)).isEmpty();
    }

    private static Optional<DecisionOutcome> outcome(String text) {
        return DecisionCodec.outcome(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Decision answer(String responseCode, @Nullable DeclineReason reason) {
        return new Decision(
                new UUID(1, 1),
                "card_1",
                null,
                0,
                "EUR",
                responseCode,
                null,
                reason,
                Instant.parse("2026-11-22T08:00:00Z"),
                null);
    }
}
