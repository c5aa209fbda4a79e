package dev.countersign.jobs.remote;

import dev.countersign.reconcile.domain.account.Mode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The request to work on a partition.
 *
 * @param mode book of the night
 * @param fence number of the lease under which it was handed out
 * @param step step that was shared out
 * @param jobExecution execution of the night
 * @param stepExecution execution of the partition
 */
public record PartitionRequest(
        Mode mode, long fence, String step, long jobExecution, long stepExecution) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Writes it as JSON, in UTF-8. */
    public byte[] json() {
        return JSON.createObjectNode()
                .put("mode", mode.wire())
                .put("fence", fence)
                .put("step", step)
                .put("job_execution", jobExecution)
                .put("step_execution", stepExecution)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what {@link #json} wrote; empty where it is anything else. */
    public static Optional<PartitionRequest> read(byte[] json) {
        try {
            JsonNode request = JSON.readTree(json);
            return Arrays.stream(Mode.values())
                    .filter(mode -> mode.wire().equals(request.path("mode").asString("")))
                    .filter(mode -> request.path("fence").isIntegralNumber())
                    .filter(mode -> request.path("step").isString())
                    .filter(mode -> request.path("job_execution").isIntegralNumber())
                    .filter(mode -> request.path("step_execution").isIntegralNumber())
                    .findFirst()
                    .map(
                            mode ->
                                    new PartitionRequest(
                                            mode,
                                            request.path("fence").asLong(),
                                            request.path("step").asString(),
                                            request.path("job_execution").asLong(),
                                            request.path("step_execution").asLong()));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
