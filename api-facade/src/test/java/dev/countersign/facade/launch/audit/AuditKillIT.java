package dev.countersign.facade.launch.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.service.audit.AuditVerification;
import dev.countersign.reconcile.service.audit.ChainCheck;
import dev.countersign.reconcile.service.audit.ChainWitness;
import dev.countersign.reconcile.service.audit.CheckpointDestination;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The audit trail where the processes that keep it are killed at any moment. */
class AuditKillIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir private Path directory;

    @Test
    void staysWholeAndReachesEachPlaceWhereProcessesAreKilled() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Path keyFile = directory.resolve("keys.p12");
        Path file = directory.resolve("checkpoints.jsonl");
        String topic = TestKafka.newTopic("audit", 1);
        KeyProvider keys = Pkcs12Keys.open(keyFile, "password".toCharArray(), new SecureRandom());
        for (int round = 0; round < 3; round++) {
            List<ChildJvm> processes = new ArrayList<>();
            try {
                for (int i = 0; i < 2; i++) {
                    processes.add(
                            ChildJvm.run(
                                    AuditKeeperProcess.class,
                                    POSTGRES.url(),
                                    TestKafka.clientFile().toString(),
                                    topic,
                                    keyFile.toString(),
                                    file.toString()));
                }
                for (ChildJvm process : processes) {
                    process.await("works");
                }
                long known = POSTGRES.number("select count(*) from audit_entry");
                Patience.until(
                        () -> POSTGRES.number("select count(*) from audit_entry") > known + 50);
                LockSupport.parkNanos(Duration.ofMillis(random.nextInt(1_000)).toNanos());
            } finally {
                for (ChildJvm process : processes) {
                    process.kill();
                }
            }
        }
        Database database = Database.over(POSTGRES.dataSource());
        List<CheckpointDestination> places =
                AuditKeeperProcess.places(TestKafka.clientFile(), topic, file);
        AuditVerification verification = Console.openVerification(database, keys);
        assertThat(verification.verify(places, ChainWitness.NONE).problems()).isEmpty();

        AuditChain chain = Console.openChain(database, keys, SystemTime.clock());
        new AuditKeeper(chain, places, Outages.UNREPORTED).sealAndDeliver();

        ChainCheck check = verification.verify(places, ChainWitness.NONE);
        assertThat(check.problems()).isEmpty();
        assertThat(check.due()).isZero();
        assertThat(check.entries()).isPositive();
        assertThat(check.checkpoints()).isEqualTo(1 + check.entries() / 100);
    }
}
