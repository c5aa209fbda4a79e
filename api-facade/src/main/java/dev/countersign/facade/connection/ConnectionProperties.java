package dev.countersign.facade.connection;

import java.time.Duration;
import java.util.List;
import org.apache.catalina.util.NetMask;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Limits of the web server for those who connect.
 *
 * @param max connections at a time, of all sources together
 * @param perSource connections at a time of one IPv4 address, or of one IPv6 network of 64 bits
 * @param unlimitedSources addresses and networks that per-source does not hold for: proxies, whose
 *     connections are those of many
 * @param patience how long the server waits for a whole request, head and body
 * @param bytesPerSecondMin bytes for which a request gets a second more of patience
 */
@ConfigurationProperties(prefix = "countersign.connections", ignoreUnknownFields = false)
public record ConnectionProperties(
        @DefaultValue("4096") int max,
        @DefaultValue("256") int perSource,
        @DefaultValue({"127.0.0.0/8", "::1"}) List<String> unlimitedSources,
        @DefaultValue("10s") Duration patience,
        @DefaultValue("16384") int bytesPerSecondMin) {

    public ConnectionProperties {
        Assert.isTrue(
                max >= 1 && perSource >= 1 && bytesPerSecondMin >= 1,
                "countersign.connections.max, per-source and bytes-per-second-min must be at"
                        + " least 1");
        Assert.isTrue(patience.isPositive(), "countersign.connections.patience must be positive");
        unlimitedSources = List.copyOf(unlimitedSources);
        unlimitedSources.forEach(ConnectionProperties::network);
    }

    List<NetMask> unlimitedNetworks() {
        return unlimitedSources.stream().map(ConnectionProperties::network).toList();
    }

    private static NetMask network(String text) {
        try {
            return new NetMask(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "countersign.connections.unlimited-sources: '"
                            + text
                            + "' is no address and no network such as 10.0.0.0/8",
                    e);
        }
    }
}
