package dev.countersign.facade.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The members of the Compose Specification that compose.yaml uses, and no others. */
record ComposeFile(
        String name,
        Map<String, Service> services,
        Map<String, Secret> secrets,
        Map<String, Volume> volumes) {

    record Service(
            String image,
            Build build,
            List<String> command,
            Map<String, String> environment,
            List<String> secrets,
            List<String> volumes,
            List<String> ports,
            List<String> tmpfs,
            String restart,
            Healthcheck healthcheck,
            @JsonProperty("depends_on") Map<String, Dependency> dependsOn,
            @JsonProperty("read_only") Boolean readOnly,
            @JsonProperty("cap_drop") List<String> capDrop,
            @JsonProperty("security_opt") List<String> securityOpt,
            @JsonProperty("mem_limit") String memLimit,
            @JsonProperty("shm_size") String shmSize,
            @JsonProperty("stop_grace_period") String stopGracePeriod) {

        /** True of a process of ours. */
        boolean isProduct() {
            return image.startsWith("countersign:");
        }

        List<String> mounts() {
            return volumes == null ? List.of() : volumes;
        }

        List<String> usedSecrets() {
            return secrets == null ? List.of() : secrets;
        }
    }

    record Build(String context, String dockerfile) {}

    record Dependency(Condition condition) {}

    enum Condition {
        @JsonProperty("service_started")
        STARTED,
        @JsonProperty("service_healthy")
        HEALTHY,
        @JsonProperty("service_completed_successfully")
        COMPLETED
    }

    record Healthcheck(List<String> test, String interval, int retries) {}

    record Secret(String file) {}

    /** A named volume without options. */
    record Volume() {}

    /** A part that the file keeps for itself, to refer to. */
    static boolean isExtension(Map.Entry<String, JsonNode> member) {
        return member.getKey().startsWith("x-");
    }
}
