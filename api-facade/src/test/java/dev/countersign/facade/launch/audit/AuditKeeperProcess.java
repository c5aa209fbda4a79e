package dev.countersign.facade.launch.audit;

import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.service.audit.CheckpointDestination;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/** Writes to the audit trail, seals it and delivers checkpoints until it is killed. */
final class AuditKeeperProcess {

    private AuditKeeperProcess() {}

    /**
     * Runs.
     *
     * @param arguments the database, the file of what clients of the broker need, the topic, the
     *     key file, the file of checkpoints
     */
    public static void main(String[] arguments) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(arguments[0]);
        Database database = Database.over(source);
        KeyProvider keys =
                Pkcs12Keys.open(
                        Path.of(arguments[3]), "password".toCharArray(), new SecureRandom());
        AuditTrail trail = Console.openTrail(database, SystemTime.clock());
        AuditChain chain = Console.openChain(database, keys, SystemTime.clock());
        AuditKeeper keeper =
                new AuditKeeper(
                        chain,
                        places(Path.of(arguments[1]), arguments[2], Path.of(arguments[4])),
                        Outages.UNREPORTED);
        System.out.println("works now");
        for (int i = 0; true; i++) {
            trail.record(SecurityEvent.LOGIN_SUCCEEDED, "ada", "login " + i);
            if (i % 10 == 0) {
                keeper.sealAndDeliver();
            }
        }
    }

    static List<CheckpointDestination> places(Path kafka, String topic, Path file) {
        return List.of(
                new CheckpointFile(file), new CheckpointTopic(topic, ClientFile.read(kafka)));
    }
}
