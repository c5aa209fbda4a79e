package dev.countersign.facade.rest;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Limits of the REST interface.
 *
 * @param readsPerSecond read requests a second for one API key in each process; twice as many in a
 *     burst
 * @param writesPerSecond write requests a second for one API key in each process; twice as many in
 *     a burst
 */
@ConfigurationProperties(prefix = "countersign.api", ignoreUnknownFields = false)
record ApiProperties(
        @DefaultValue("100") int readsPerSecond, @DefaultValue("50") int writesPerSecond) {

    ApiProperties {
        Assert.isTrue(
                readsPerSecond >= 1 && writesPerSecond >= 1,
                "countersign.api.reads-per-second and writes-per-second must be at least 1");
    }
}
