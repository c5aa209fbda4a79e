package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.codec.AnswerCodec.AnswerOutcome;
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

class AnswerOutcomeTest {

    @ParameterizedTest
    @EnumSource(DeclineReason.class)
    void isThatOfTheDecisionThatWasWritten(DeclineReason reason) {
        assertThat(AnswerCodec.outcome(new AnswerCodec().write(answer("05", reason))))
                .contains(new AnswerOutcome(reason, "05"));
    }

    @Test
    void ofAnApprovalHasNoReason() {
        assertThat(AnswerCodec.outcome(new AnswerCodec().write(answer("00", null))))
                .contains(new AnswerOutcome(null, "00"));
    }

    /** While one process of the system has a newer version. */
    @Test
    void ofAReasonThatIsNotKnownYetIsAnotherOne() {
        assertThat(outcome("{\"response_code\":\"05\",\"decline_reason\":\"tomorrows\"}"))
                .contains(new AnswerOutcome(DeclineReason.OTHER, "05"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "{}", "{\"approved\":true", "{\"approved\":{}}"})
    void isNotMadeUpWhereThereIsNone(String bytes) {
        assertThat(outcome(bytes)).isEmpty();
    }

    private static Optional<AnswerOutcome> outcome(String text) {
        return AnswerCodec.outcome(text.getBytes(StandardCharsets.UTF_8));
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
