package dev.countersign.facade.launch.audit;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.ProcessSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The place of the audit trail's checkpoints beside the topic.
 *
 * @param checkpointFile file that each process of this machine adds checkpoints of the audit trail
 *     to, beside the topic issuing.audit.v1; where it is not set, audit-checkpoints.jsonl in the
 *     data directory
 */
@ConfigurationProperties(prefix = AuditProperties.PREFIX, ignoreUnknownFields = false)
public record AuditProperties(@Nullable Path checkpointFile) {

    static final String PREFIX = "countersign.audit";

    /** Returns the settings for a command. */
    static AuditProperties ofThisProcess() {
        return ProcessSettings.read(PREFIX, AuditProperties.class);
    }

    /** The file. */
    public Path checkpointFile(DataDirectory directory) {
        return checkpointFile == null
                ? directory.path().resolve("audit-checkpoints.jsonl")
                : checkpointFile;
    }
}
