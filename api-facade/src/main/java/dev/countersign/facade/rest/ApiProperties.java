package dev.countersign.facade.rest;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the REST interface is served.
 *
 * @param readsPerSecond of one API key; twice as many at once
 * @param writesPerSecond of one API key; twice as many at once
 */
@ConfigurationProperties(prefix = "countersign.api", ignoreUnknownFields = false)
record ApiProperties(
        @DefaultValue("100") int readsPerSecond, @DefaultValue("50") int writesPerSecond) {

    ApiProperties {
        if (readsPerSecond < 1 || writesPerSecond < 1) {
            throw new IllegalArgumentException(
                    "countersign.api.reads-per-second and writes-per-second must be at least 1");
        }
    }
}
