package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.remote.RemoteWorkers;
import dev.countersign.jobs.report.ReportCopy;
import dev.countersign.jobs.report.store.ReportStores;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.VisibleFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Reports in a bucket, which each machine finds. */
class ReportBucketIT {

    private static final LocalDate DATE = LocalDate.parse("2026-11-21");
    private static final String PREFIX = "books/of-one/";
    private static final String ON_THE_DATE = PREFIX + "sandbox/2026-11-21/";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir static Path home;
    @TempDir Path writer;
    @TempDir Path reader;

    private static ObjectStore store;

    private NightRun night;

    @BeforeAll
    static void startStore() throws Exception {
        store = ObjectStore.start(home.resolve("objects"));
        System.setProperty("aws.accessKeyId", ObjectStore.USER);
        System.setProperty("aws.secretAccessKey", ObjectStore.PASSWORD);
    }

    @AfterAll
    static void stopStore() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
        store.close();
    }

    @BeforeEach
    void writeADate() {
        store.objects().keySet().forEach(store::delete);
        night = written(new NightRun(POSTGRES, keptFrom(writer)));
    }

    private static NightRun written(NightRun night) {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        return night.clearing(card, "100", "A100", 5_000, "2026-11-21T20:00:00Z").decide();
    }

    private static NightSettings keptFrom(Path machine) {
        return new NightSettings(
                2,
                3,
                2,
                ReportStores.open(
                        URI.create("s3://" + ObjectStore.BUCKET + "/" + PREFIX),
                        store.endpoint(),
                        ObjectStore.REGION,
                        machine),
                ClearingPolicy.DEFAULT,
                DisputePolicy.DEFAULT,
                DisputeMoney.DEFAULT,
                NightSettings.LEASE_USUAL,
                RemoteWorkers.NONE,
                NightSettings.STATEMENT_MAX_USUAL);
    }

    /** Reads from another machine, which has nothing of the one that wrote. */
    private Nights elsewhere() {
        return Nights.open(POSTGRES.dataSource(), () -> Instant.MAX, keptFrom(reader));
    }

    @Test
    void areTheSameBytesAsInAFolderAndFoundFromAnotherMachine() throws IOException {
        night.run(DATE.toString());
        Map<String, byte[]> inBucket = store.objects();
        ReportCopy handedOut =
                elsewhere().reportFile(Mode.SANDBOX, DATE, "funds", "csv", null).orElseThrow();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        handedOut.content().writeTo(content);
        assertThat(elsewhere().reportFile(Mode.SANDBOX, DATE, "funds", "xlsx", null)).isPresent();

        Path folder = reader.resolve("a folder");
        written(new NightRun(POSTGRES, folder)).run(DATE.toString());

        Map<String, String> bucket = new TreeMap<>();
        inBucket.forEach(
                (key, bytes) ->
                        bucket.put(
                                key.substring(PREFIX.length()), HexFormat.of().formatHex(bytes)));
        assertThat(bucket).isEqualTo(VisibleFiles.in(folder));
        assertThat(content.toByteArray()).isEqualTo(inBucket.get(ON_THE_DATE + "funds.v1.csv"));
    }

    @Test
    void areRefusedWithTheirPlaceWhereTheyAreLost() {
        night.run(DATE.toString());
        store.delete(ON_THE_DATE + "funds.v1.csv");

        assertThatThrownBy(() -> elsewhere().reportFile(Mode.SANDBOX, DATE, "funds", "csv", null))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining(
                        "Lost or changed: s3://issuer/" + ON_THE_DATE + "funds.v1.csv.");
    }

    @Test
    void waitForAStoreThatIsAwayAndAreIssuedOnceItIsBack() throws Exception {
        store.goAway();
        NightReport failed;
        try {
            failed = night.nights.run(Mode.SANDBOX, DATE);
        } finally {
            store.comeBack();
        }

        assertThat(failed.night().state()).isEqualTo(NightState.FAILED);
        assertThat(failed.night().failure()).contains("s3://issuer/" + ON_THE_DATE);

        assertThat(night.nights.restart(failed.night().id()).night().state())
                .isEqualTo(NightState.COMPLETED);
        assertThat(store.objects()).containsKey(ON_THE_DATE + "funds.v1.csv");
    }
}
