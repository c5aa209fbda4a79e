package dev.countersign.jobs.report.store;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Opens the place of reports that is told: a folder, or {@code s3://bucket/prefix}. */
public final class ReportStores {

    private static final String SCHEME = "s3";

    private ReportStores() {}

    /**
     * The place where reports are kept.
     *
     * @param place {@code s3://bucket/prefix}; null for the folder
     * @param endpoint of the object store, where it is not Amazon's; buckets are part of the path
     *     then
     * @param region null for the one that the environment names
     * @param folder where reports are kept, or where they are written before they go to a bucket
     * @throws IllegalArgumentException if the place is none, or nothing says in which region it is
     */
    public static ReportStore open(
            @Nullable URI place, @Nullable URI endpoint, @Nullable String region, Path folder) {
        if (place == null) {
            return new ReportFolder(folder);
        }
        if (!SCHEME.equals(place.getScheme()) || place.getHost() == null) {
            throw new IllegalArgumentException(
                    "'" + place + "' is not of the form s3://bucket/prefix");
        }
        S3ClientBuilder client =
                S3Client.builder().httpClientBuilder(UrlConnectionHttpClient.builder());
        if (endpoint != null) {
            // Others do not know the checksums that Amazon's client adds of itself.
            client.endpointOverride(endpoint)
                    .forcePathStyle(true)
                    .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                    .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        }
        client.region(region == null ? ofTheEnvironment(place) : Region.of(region));
        return new ReportBucket(
                client.build(), place.getHost(), prefix(place), folder.resolve("drafts"));
    }

    private static Region ofTheEnvironment(URI place) {
        try {
            return new DefaultAwsRegionProviderChain().getRegion();
        } catch (SdkClientException e) {
            throw new IllegalArgumentException(
                    "the region of %s is not known: set countersign.reports.region, or AWS_REGION"
                            .formatted(place),
                    e);
        }
    }

    private static String prefix(URI place) {
        String path = place.getPath().replaceAll("^/+|/+$", "");
        return path.isEmpty() ? "" : path + "/";
    }
}
