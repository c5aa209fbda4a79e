package dev.countersign.facade.launch.audit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.countersign.facade.testkit.CapturedLog;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The keeper of the audit trail, at its end and where a place cannot be reached. */
class AuditKeeperIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir private Path directory;

    private AuditTrail trail;

    @BeforeEach
    void beginAnew() {
        POSTGRES.empty();
    }

    private AuditKeeper keeper(CheckpointFile place) {
        Database database = Database.over(POSTGRES.dataSource());
        trail = Console.openTrail(database, InstantSource.system());
        return new AuditKeeper(
                Console.openChain(
                        database,
                        Pkcs12Keys.open(
                                directory.resolve("keys.p12"),
                                "password".toCharArray(),
                                new SecureRandom()),
                        InstantSource.system()),
                List.of(place),
                Outages.UNREPORTED);
    }

    @Test
    void sealsAndDeliversOnceMoreWhenItStops() {
        CheckpointFile file = new CheckpointFile(directory.resolve("checkpoints.jsonl"));
        AuditKeeper keeper = keeper(file);
        keeper.start();
        trail.record(SecurityEvent.LOGOUT, "ada", "");

        keeper.stop();

        assertThat(file.read()).hasSize(1);
        assertThat(keeper.isRunning()).isFalse();
        assertThat(keeper.due().get(file)).hasValue(0);
    }

    @Test
    void saysOnceThatItSealsNothingUnderOtherKeys() throws IOException {
        CheckpointFile file = new CheckpointFile(directory.resolve("checkpoints.jsonl"));
        AuditKeeper ours = keeper(file);
        trail.record(SecurityEvent.LOGOUT, "ada", "");
        ours.sealAndDeliver();
        Files.delete(directory.resolve("keys.p12"));
        AuditKeeper other = keeper(file);
        trail.record(SecurityEvent.LOGOUT, "ada", "");

        try (CapturedLog log = CapturedLog.of(AuditKeeper.class.getName(), Level.INFO)) {
            other.sealAndDeliver();
            other.sealAndDeliver();

            assertThat(log.messages(Level.INFO))
                    .singleElement()
                    .asString()
                    .startsWith("the audit trail is not sealed: ");
        }
    }

    @Test
    void countsWhatDoesNotReachAPlace() throws IOException {
        Path blocked = Files.writeString(directory.resolve("no-directory"), "");
        CheckpointFile file = new CheckpointFile(blocked.resolve("checkpoints.jsonl"));
        AuditKeeper keeper = keeper(file);
        trail.record(SecurityEvent.LOGOUT, "ada", "");

        keeper.sealAndDeliver();
        assertThat(keeper.due().get(file)).hasValue(1);

        Files.delete(blocked);
        keeper.sealAndDeliver();
        assertThat(keeper.due().get(file)).hasValue(0);
    }
}
