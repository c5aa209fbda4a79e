package dev.countersign.facade.security;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * The names that the server is known by.
 *
 * @param hosts names under which the server is called, without port; those of the loopback are
 *     always served, all others are refused
 */
@ConfigurationProperties("countersign.http")
public record HostProperties(@DefaultValue List<String> hosts) {

    public HostProperties {
        for (String host : hosts) {
            Assert.isTrue(
                    !host.isBlank() && !host.contains("/") && !host.contains("*"),
                    "countersign.http.hosts are names such as countersign.example.com, without"
                            + " port and path");
        }
        hosts = List.copyOf(hosts);
    }
}
