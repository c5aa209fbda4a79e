package dev.countersign.facade.launch.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The drill with a restored database: what is whole, and what each damage is called. */
class BackupVerifyIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir static Path directory;

    private static @Nullable EmbeddedKafka broker;

    private final Path keyStore = directory.resolve("vault.p12");

    @BeforeAll
    static void startTheBroker() throws Exception {
        EmbeddedKafka started = EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY);
        broker = started;
        List<SimulatedMessage> messages = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            messages.add(new SimulatedMessage(Instant.EPOCH, "card", "no message", false));
        }
        new FeedTopics(started.clientFile(), 1).recreate().send(messages);
    }

    @AfterAll
    static void stopTheBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    /** An account with its keys, an entry of the trail, and seven of ten messages decided. */
    @BeforeEach
    void fillTheBook() throws Exception {
        POSTGRES.recreate();
        KeyProvider keys = keys(keyStore);
        Reconcile book =
                Reconcile.open(
                        POSTGRES.dataSource(),
                        SystemTime.clock(),
                        new RandomIds(),
                        keys,
                        new SecureRandom());
        AccountId account = book.accounts().openFirst().orElseThrow().account();
        var unused = book.pins().keyOf(new Book(account, Mode.SANDBOX));
        Database database = Database.over(POSTGRES.dataSource());
        Console.openTrail(database, SystemTime.clock()).record(SecurityEvent.LOGOUT, "ada", "");
        var sealed = Console.openChain(database, keys, SystemTime.clock()).seal();
        assertThat(sealed).isPositive();
        damage(
                "insert into feed_position (topic, partition, next_offset)"
                        + " values ('issuing.feed.v1', 0, 7)");
    }

    private static KeyProvider keys(Path file) {
        return Pkcs12Keys.open(file, "test".toCharArray(), new SecureRandom());
    }

    private static void damage(String sql) throws Exception {
        try (Connection connection = POSTGRES.administratorSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("set session_replication_role = replica");
            statement.execute(sql);
        }
    }

    private String verify(Path keys, String... more) {
        List<String> all = new ArrayList<>(List.of("verify", "--format", "csv"));
        all.addAll(
                List.of(
                        "--database-url=" + POSTGRES.url(),
                        "--vault-key-store=" + keys,
                        "--vault-password=test"));
        all.addAll(List.of(more));
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output, true);
        int exit =
                new CommandLine(new BackupCommand())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setOut(writer)
                        .setErr(writer)
                        .execute(all.toArray(String[]::new));
        return exit + "\n" + output;
    }

    private String verifyAll() {
        assertThat(broker).isNotNull();
        return verify(keyStore, "--kafka-config=" + broker.clientFile());
    }

    @Test
    void passesWhatIsWholeAndChangesNothing() {
        assertThat(verifyAll())
                .startsWith("0\n")
                .contains(
                        "schema,true,",
                        "ledger,true,",
                        "vault,true,",
                        "1 PIN key",
                        "audit trail,true,",
                        "events,true,",
                        "feed,true,",
                        "that wait: 3",
                        "topic of events,true,")
                .doesNotContain("false");
        assertThat(verify(keyStore, "--database-only")).startsWith("0\n").doesNotContain("feed,");
    }

    @Test
    void failsWithOtherKeys() {
        Path others = directory.resolve("others.p12");
        var unused = keys(others);

        assertThat(verify(others, "--database-only"))
                .startsWith("1\n")
                .contains("vault,false,\"These are not the keys of this database")
                .contains("audit trail,false,");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    delete from flyway_schema_history where installed_rank > 20                         | schema,false,     | not that of this version
                    insert into ledger_day values ('live', '2026-11-01', '1010', 'EUR', 100, 99)        | ledger,false,     | live 2026-11-01 EUR
                    update audit_entry set actor = 'eve'                                                | audit trail,false, | Entry 1
                    delete from event_position                                                          | events,false,     | has 0 rows
                    select setval(pg_get_serial_sequence('state_change', 'number'), 1)                  | events,false,     | counter of state_change
                    update feed_position set next_offset = 11                                           | feed,false,       | ends at offset 10
                    insert into feed_position values ('issuing.feed.v1', 5, 3)                          | feed,false,       | no issuing.feed.v1-5
                    update event_position set ends = '{5}'                                              | topic of events,false, | was told up to 5
                    """)
    void failsWhereSomethingIsDamaged(String damage, String part, String words) throws Exception {
        damage(damage);

        assertThat(verifyAll()).startsWith("1\n").contains(part).contains(words);
    }
}
