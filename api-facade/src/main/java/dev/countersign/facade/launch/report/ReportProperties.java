package dev.countersign.facade.launch.report;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.ProcessSettings;
import dev.countersign.jobs.report.store.ReportStore;
import dev.countersign.jobs.report.store.ReportStores;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.Assert;

/**
 * The place of issued reports.
 *
 * @param store bucket of an object store, as s3://bucket/prefix, where several machines run nights
 *     or show reports; without it they are in the folder reports of the data directory. Credentials
 *     are those of the environment (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the
 *     role of the machine)
 * @param endpoint address of an object store that is not Amazon's, such as https://s3.example
 * @param region region of the bucket; without it, the one that the environment names
 */
@ConfigurationProperties(prefix = "countersign.reports", ignoreUnknownFields = false)
public record ReportProperties(
        @Nullable URI store, @Nullable URI endpoint, @Nullable String region) {

    public ReportProperties {
        Assert.isTrue(
                store != null || (endpoint == null && region == null),
                "countersign.reports.store names no bucket for the endpoint or region that is set");
    }

    /** As they are set for a command. */
    public static ReportProperties ofThisProcess() {
        return ProcessSettings.read("countersign.reports", ReportProperties.class);
    }

    /** Opens the place. */
    public ReportStore open() {
        return ReportStores.open(store, endpoint, region, DataDirectory.ofThisProcess().reports());
    }
}
