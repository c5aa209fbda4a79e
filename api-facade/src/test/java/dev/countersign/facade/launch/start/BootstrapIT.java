package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The first start: its keys and operator, and their entries on the trail. */
class BootstrapIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final InstantSource CLOCK = InstantSource.system();

    @TempDir private Path directory;

    private KeysFile file;

    @BeforeEach
    void beginAnew() {
        POSTGRES.empty();
        file = new KeysFile(new DataDirectory(directory.resolve("home")));
    }

    private Map<String, String> start() {
        return start("");
    }

    private Map<String, String> start(String topicPrefix) {
        return start(topicPrefix, true, true);
    }

    private Map<String, String> start(String topicPrefix, boolean embedded, boolean opens) {
        Reconcile book =
                Reconcile.open(
                        POSTGRES.dataSource(),
                        CLOCK,
                        new RandomIds(),
                        Pkcs12Keys.open(
                                directory.resolve("vault.p12"),
                                "password".toCharArray(),
                                new SecureRandom()),
                        new SecureRandom());
        Console console =
                Console.open(
                        Database.over(POSTGRES.dataSource()),
                        new BcryptPasswords(4),
                        LoginLimits.of(5, 20),
                        CLOCK);
        StandardEnvironment settings = new StandardEnvironment();
        settings.getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "test",
                                Map.of(
                                        "spring.datasource.url",
                                        "jdbc:postgresql://localhost/test",
                                        "spring.datasource.password",
                                        "unused",
                                        "spring.kafka.bootstrap-servers",
                                        "localhost:9092",
                                        "countersign.topics.prefix",
                                        topicPrefix)));
        return new Bootstrap(
                        book.accounts(),
                        console.operators(),
                        of -> book.pins().keyOf(of),
                        file,
                        embedded,
                        opens,
                        null,
                        CLOCK)
                .prepare(settings, new DataDirectory(directory.resolve("home")));
    }

    /** Commands beside it read the file. */
    @Test
    void writesThePrefixOfTopicsDownWhereThereIsOne() {
        var unused = start("eu.");
        assertThat(file.read()).containsEntry("COUNTERSIGN_TOPICS_PREFIX", "eu.");

        unused = start("");
        assertThat(file.read()).doesNotContainKey("COUNTERSIGN_TOPICS_PREFIX");
    }

    /** As one that decides alone, whose directory nobody looks into for keys. */
    @Test
    void makesNothingInAProcessThatIsNotToldTo() {
        assertThat(start("", false, false)).isEmpty();
        assertThat(file.read()).isEmpty();
        assertThat(POSTGRES.number("select count(*) from account")).isZero();
        assertThat(POSTGRES.number("select count(*) from operator")).isZero();

        assertThat(start("", false, true)).containsKeys("CONSOLE_PASSWORD", "SANDBOX_KEY");
    }

    @Test
    void isOnTheTrailWithWhatItMakesAnewAndLeavesNothingWhereItMakesNothing() {
        String trail = "select actor_kind || ' ' || action || ' ' || subject from audit_inbox";

        assertThat(start()).containsKeys("CONSOLE_PASSWORD", "SANDBOX_KEY");
        assertThat(POSTGRES.texts(trail)).containsExactly("start operator.create admin");
        assertThat(start()).isEmpty();
        assertThat(POSTGRES.texts(trail)).hasSize(1);

        Map<String, String> kept = file.read();
        kept.remove("CONSOLE_PASSWORD");
        file.write(kept);
        assertThat(start()).containsOnlyKeys("CONSOLE_USER", "CONSOLE_PASSWORD");

        assertThat(POSTGRES.texts(trail))
                .containsExactly(
                        "start operator.create admin", "start operator.reset_password admin");
        assertThat(POSTGRES.texts("select granted_by_kind || ' ' || operator from operator_grant"))
                .as("the first operator is nobody's gift, a new password is")
                .containsExactly("start admin");
    }
}
