package dev.countersign.jobs.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionRequestTest {

    private static final String WRITTEN =
            "{\"mode\":\"live\",\"fence\":7,\"step\":\"settle\",\"job_execution\":3,"
                    + "\"step_execution\":41}";

    @Test
    void isReadAsItWasWritten() {
        PartitionRequest request = new PartitionRequest(Mode.LIVE, 7, "settle", 3, 41);

        assertThat(new String(request.json(), StandardCharsets.UTF_8)).isEqualTo(WRITTEN);
        assertThat(PartitionRequest.read(request.json())).contains(request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u0000\u0000",
                "[]",
                "null",
                "{\"mode\":\"live\"}",
                "{\"mode\":\"dead\",\"fence\":7,\"step\":\"settle\",\"job_execution\":3,\"step_execution\":41}",
                "{\"mode\":\"live\",\"fence\":\"7\",\"step\":\"settle\",\"job_execution\":3,\"step_execution\":41}",
                "{\"mode\":\"live\",\"fence\":7,\"step\":null,\"job_execution\":3,\"step_execution\":41}",
                "{\"mode\":\"live\",\"fence\":7,\"step\":\"settle\",\"job_execution\":0.5,\"step_execution\":41}",
                "{\"mode\":\"live\",\"fence\":7,\"step\":\"settle\",\"job_execution\":3}"
            })
    void isNoneWhereItIsAnythingElse(String text) {
        assertThat(PartitionRequest.read(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }
}
