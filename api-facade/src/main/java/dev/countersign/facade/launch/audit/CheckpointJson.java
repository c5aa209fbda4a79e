package dev.countersign.facade.launch.audit;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.domain.audit.CheckpointCause;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A checkpoint as one line of JSON, the same in the file and on the topic. */
final class CheckpointJson {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Function<String, Optional<CheckpointCause>> CAUSE =
            Wire.reader(CheckpointCause.class);

    private static final String FILE_ID = "file_id";

    private CheckpointJson() {}

    static String write(AuditCheckpoint checkpoint) {
        ObjectNode line = JSON.createObjectNode();
        line.put("checkpoint", checkpoint.sequence());
        line.put("at", checkpoint.at().toString());
        line.put("cause", checkpoint.cause().wire());
        line.put("entries", checkpoint.entries());
        line.put("head", checkpoint.head());
        line.put("key", checkpoint.key());
        line.put("seal", checkpoint.seal());
        return JSON.writeValueAsString(line);
    }

    /** The line by which a file is known wherever it is. */
    static String writeFileId(String id) {
        ObjectNode line = JSON.createObjectNode();
        line.put(FILE_ID, id);
        return JSON.writeValueAsString(line);
    }

    /** Empty for any other line. */
    static Optional<String> readFileId(String line) {
        if (!line.contains(FILE_ID)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readTree(line).path(FILE_ID).asString(""))
                    .filter(id -> !id.isEmpty());
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /**
     * Empty for a line that is none: a process that died left half of it, or another program wrote.
     */
    static Optional<AuditCheckpoint> read(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            return CAUSE.apply(node.path("cause").asString(""))
                    .map(
                            cause ->
                                    new AuditCheckpoint(
                                            node.path("checkpoint").asLong(0),
                                            Instant.parse(node.path("at").asString("")),
                                            cause,
                                            node.path("entries").asLong(0),
                                            node.path("head").asString(""),
                                            node.path("key").asString(""),
                                            node.path("seal").asString("")));
        } catch (JacksonException | DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
