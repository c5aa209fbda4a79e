package dev.countersign.facade.console.administration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.service.AuditTrail;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The audit trail at the console, where it cannot be sealed. */
class AuditPageIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir private Path directory;

    private AuditChain chain(Database database, String keyFile) {
        return Console.openChain(
                database,
                Pkcs12Keys.open(
                        directory.resolve(keyFile), "password".toCharArray(), new SecureRandom()),
                InstantSource.system());
    }

    @Test
    void showsWhatIsSealedAlsoUnderKeysThatSealNothingMore() {
        Database database = new Database(Jdbi.create(POSTGRES.dataSource()));
        AuditTrail trail = Console.openTrail(database, InstantSource.system());
        trail.record(SecurityEvent.LOGOUT, "ada", "");
        assertThat(chain(database, "right.p12").seal()).isEqualTo(1);
        trail.record(SecurityEvent.LOGOUT, "grace", "");

        AuditPage page = new AuditPage(trail, chain(database, "wrong.p12"));

        assertThat(page.file(null, null).getBody()).contains("ada").doesNotContain("grace");
    }
}
