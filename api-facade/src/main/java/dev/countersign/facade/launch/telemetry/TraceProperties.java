package dev.countersign.facade.launch.telemetry;

import dev.countersign.facade.local.ProcessSettings;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * The settings of what is traced, and of where traces go.
 *
 * @param endpoint address that takes traces, by OTLP over HTTP, such as
 *     http://127.0.0.1:4318/v1/traces; where it is not set, nothing is traced
 * @param share share of the batches of the feed that are traced, from 0 to 1; nights, and messages
 *     whose sender traces them, are always traced
 */
@ConfigurationProperties(prefix = "countersign.traces", ignoreUnknownFields = false)
public record TraceProperties(@Nullable URI endpoint, @DefaultValue("0.01") double share) {

    public TraceProperties {
        Assert.isTrue(share >= 0 && share <= 1, "countersign.traces.share is from 0 to 1");
        Assert.isTrue(
                endpoint == null || endpoint.getHost() != null,
                "countersign.traces.endpoint is an address such as"
                        + " http://127.0.0.1:4318/v1/traces");
    }

    /** As they are set for a command. */
    public static TraceProperties ofThisProcess() {
        return ProcessSettings.read("countersign.traces", TraceProperties.class);
    }
}
