package dev.countersign.ingest.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.event.EventKind;
import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.domain.event.StateEvent.Images;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventCodecTest {

    private final EventCodec codec = new EventCodec();

    /** As GET shows it: a number that is read and written again may be another one. */
    @Test
    void tellsEvidenceAsItWasGiven() {
        String given = "{\"price\":1.10,\"much\":1E+400,\"exact\":0.12345678901234567890}";

        String told = told(null, given);
        assertThat(told).contains("\"evidence\":" + given);
        assertThat(told(given, given)).endsWith("\"was\":{}}");
        assertThat(told(given, "{\"price\":1.1}"))
                .endsWith("\"was\":{\"evidence\":" + given + "}}");
        assertThat(codec.mark(told.getBytes(StandardCharsets.UTF_8)).sequence()).isEqualTo(1);
    }

    private String told(String before, String after) {
        return new String(
                codec.write(
                        new StateEvent(
                                "1_1",
                                "dsp_1",
                                1,
                                Instant.EPOCH,
                                EventKind.DISPUTE,
                                null,
                                null,
                                null,
                                new Images(
                                        before == null ? null : dispute(before),
                                        dispute(after),
                                        null,
                                        null,
                                        null,
                                        null))),
                StandardCharsets.UTF_8);
    }

    /** The row of a dispute. */
    private static String dispute(String evidence) {
        return """
               {"id": "01926f5e-0000-7000-8000-000000000001", "amount_minor": 1, "currency": "EUR",
                "transaction_id": "01926f5e-0000-7000-8000-000000000002", "reason": "fraud",
                "status": "submitted", "evidence": "%s", "created_at": "2026-11-21T10:00:00+00:00",
                "resolved_at": null}
               """
                .formatted(evidence.replace("\"", "\\\""));
    }
}
