package dev.countersign.jobs.report.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Places of reports that cannot be opened. */
class ReportStoresTest {

    private static final String METADATA_OFF = "aws.disableEc2Metadata";
    private static final String PROFILES = "aws.configFile";

    @TempDir Path folder;

    @BeforeEach
    void beOnAMachineThatKnowsNoRegion() {
        System.setProperty(METADATA_OFF, "true");
        System.setProperty(PROFILES, folder.resolve("none").toString());
    }

    @AfterEach
    void beOnThisMachine() {
        System.clearProperty(METADATA_OFF);
        System.clearProperty(PROFILES);
    }

    @Test
    void sayWhatToSetWhereNothingNamesTheirRegion() {
        assumeTrue(System.getenv("AWS_REGION") == null);
        assertThatThrownBy(
                        () ->
                                ReportStores.open(
                                        URI.create("s3://reports/bank"), null, null, folder))
                .hasMessage(
                        "the region of s3://reports/bank is not known: set"
                                + " countersign.reports.region, or AWS_REGION");
    }

    @Test
    void sayWhatABucketLooksLike() {
        assertThatThrownBy(
                        () -> ReportStores.open(URI.create("https://reports"), null, null, folder))
                .hasMessage("'https://reports' is not of the form s3://bucket/prefix");
    }
}
