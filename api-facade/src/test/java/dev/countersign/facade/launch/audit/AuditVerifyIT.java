package dev.countersign.facade.launch.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands on the audit trail: what they find, and how they end. */
class AuditVerifyIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Pattern HEAD = Pattern.compile("[0-9a-f]{64}");

    @TempDir private Path directory;
    private String topic = "";

    private String run(Path keyStore, String... arguments) {
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output, true);
        String[] all =
                Stream.concat(
                                Stream.of(arguments),
                                Stream.of(
                                        "--database-url",
                                        POSTGRES.url(),
                                        "--vault-key-store",
                                        keyStore.toString(),
                                        "--vault-password=password"))
                        .toArray(String[]::new);
        int status =
                new CommandLine(new AuditCommand())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setOut(writer)
                        .setErr(writer)
                        .execute(all);
        return status + " " + output;
    }

    private String verify(String... more) {
        return verify(file(), keyStore(), more);
    }

    private Path keyStore() {
        return directory.resolve("keys.p12");
    }

    private String verify(Path file, Path keyStore, String... more) {
        return run(
                keyStore,
                Stream.concat(
                                Stream.of(
                                        "verify",
                                        "--kafka-config",
                                        TestKafka.clientFile().toString(),
                                        "--checkpoint-topic",
                                        topic,
                                        "--checkpoint-file",
                                        file.toString()),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    /** The keys of staging against production: nothing of it may stay. */
    private void sealsNothingUnderAnotherVault(AuditTrail trail) {
        Path staging = directory.resolve("staging.p12");
        var unused = Pkcs12Keys.open(staging, "password".toCharArray(), new SecureRandom());
        trail.record(SecurityEvent.LOGOUT, "grace", "");

        assertThat(verify(file(), staging))
                .startsWith("1 ")
                .contains("was sealed under another key of that name");
        assertThat(verify()).startsWith("0 ").contains("Sealed after that: 1 entries");
        assertThat(verify()).startsWith("0 ");
    }

    private Path file() {
        return directory.resolve("checkpoints.jsonl");
    }

    @Test
    void comparesTheTrailWithTheFileTheTopicAndAWitness() throws Exception {
        topic = TestKafka.newTopic("audit", 1);
        KeyProvider keys =
                Pkcs12Keys.open(
                        directory.resolve("keys.p12"),
                        "password".toCharArray(),
                        new SecureRandom());
        Database database = Database.over(POSTGRES.dataSource());
        AuditTrail trail = Console.openTrail(database, SystemTime.clock());
        AuditChain chain = Console.openChain(database, keys, SystemTime.clock());
        AuditKeeper keeper =
                new AuditKeeper(
                        chain,
                        AuditKeeperProcess.places(TestKafka.clientFile(), topic, file()),
                        Outages.UNREPORTED);
        for (int i = 0; i < 120; i++) {
            trail.record(SecurityEvent.LOGOUT, "ada", "");
        }
        keeper.sealAndDeliver();
        assertThat(run(keyStore(), "renew-key"))
                .startsWith("0 The audit trail is sealed with audit-trail-2.");

        String whole = verify();
        Matcher head = HEAD.matcher(whole);
        assertThat(whole).startsWith("0 ").contains("SINCE CHECKPOINT");
        assertThat(head.find()).isTrue();
        assertThat(verify("--entries", "120")).startsWith("0 ");
        assertThat(verify("--head", head.group())).startsWith("0 ");
        assertThat(verify("--entries", "121", "--head", "0".repeat(64)))
                .startsWith("1 ")
                .contains("had 121 when you noted it down");
        assertThat(verify("--entries", "0")).startsWith("2 ");

        List<String> lines = Files.readAllLines(file());
        Files.write(file(), lines.subList(0, 2));
        assertThat(verify()).startsWith("1 ").contains("Checkpoint 2 is missing at the file");
        Files.delete(file());
        keeper.sealAndDeliver();
        assertThat(verify()).startsWith("1 ").contains("There is no checkpoint at the file");
        for (int i = 0; i < 80; i++) {
            trail.record(SecurityEvent.LOGOUT, "ada", "");
        }
        keeper.sealAndDeliver();
        assertThat(verify())
                .as("goes on with what is new, and makes nothing up from the database")
                .startsWith("1 ")
                .contains("Checkpoints 1 to 2 are missing at the file");
        Files.write(file(), lines);
        keeper.sealAndDeliver();
        assertThat(verify()).as("where it is put back").startsWith("0 ");
        assertThat(verify(directory.resolve("none"), keyStore()))
                .startsWith("1 ")
                .contains("There is no checkpoint at the file " + directory.resolve("none"))
                .contains("Compared at the topic " + topic + ": 3.");
        assertThat(directory.resolve("none")).doesNotExist();
        sealsNothingUnderAnotherVault(trail);
        JdbiSetup.over(POSTGRES.ownerSource())
                .useHandle(
                        handle -> {
                            handle.execute("alter table audit_entry disable trigger user");
                            handle.execute("delete from audit_entry where number > 60");
                        });
        assertThat(verify()).startsWith("1 ").contains("is cut: it ends with entry 60");
    }
}
