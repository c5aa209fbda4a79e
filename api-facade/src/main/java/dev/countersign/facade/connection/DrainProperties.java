package dev.countersign.facade.connection;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * The end of a process of the interface.
 *
 * @param drain how long it still answers once it was asked to end, not ready any more, so that a
 *     proxy sends it nothing new; 0 to 60 seconds
 */
@ConfigurationProperties(prefix = "countersign.shutdown", ignoreUnknownFields = false)
public record DrainProperties(@DefaultValue("0s") Duration drain) {

    private static final Duration MAX = Duration.ofSeconds(60);

    public DrainProperties {
        Assert.isTrue(
                !drain.isNegative() && drain.compareTo(MAX) <= 0,
                "countersign.shutdown.drain must be 0 to 60 seconds");
    }
}
