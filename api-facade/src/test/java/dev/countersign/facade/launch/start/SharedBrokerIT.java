package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.launch.backup.BackupCommand;
import dev.countersign.facade.simulate.ReplayCommand;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SecuredBroker;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.StepCounts;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.issuing.Accounts.FirstKeys;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.TestPostgres;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;

/**
 * Two products on one broker that takes clients over TLS, with a login, and no others. They differ
 * by the prefix of their topics.
 */
class SharedBrokerIT {

    private static final List<String> TOPICS =
            List.of(
                    "issuing.feed.v1",
                    "issuing.decisions.v1",
                    "issuing.events.v1",
                    "issuing.feed.dlt.v1",
                    "issuing.audit.v1");
    private static final List<String> GROUPS =
            List.of("countersign.decisions", "countersign.quarantine");

    private static final String[] TRUST = {
        "ssl.truststore.location", "ssl.truststore.type", "ssl.truststore.password"
    };

    @TempDir Path directory;

    @Test
    void neitherSeesWhatIsTheOthers() throws Exception {
        try (SecuredBroker broker = SecuredBroker.start(directory);
                ConfigurableApplicationContext east =
                        start("east", broker, EnumSet.allOf(Role.class));
                ConfigurableApplicationContext west =
                        start("west", broker, EnumSet.of(Role.INGEST))) {
            FirstKeys keys = firstKeys(east);
            var unused = firstKeys(west);
            ApiCaller sandbox = sandbox(east, keys);
            sandbox.buy(sandbox.card("virtual"), 500);
            assertThat(workersOfANight(east)).startsWith("process ");

            assertThat(replayUnreadable(broker))
                    .startsWith("0 ")
                    .contains("1 in quarantine (missing_field: 1).");
            Patience.until(() -> quarantined(west) == 1);
            assertThat(quarantined(east)).isZero();
            assertThat(verify(broker.clientFile(directory.resolve("east"))))
                    .startsWith("0 ")
                    .contains("feed,true,");
            assertThat(verify(broker.clientFile(directory.resolve("trustless"), TRUST)))
                    .as("a client that does not know the certificate")
                    .startsWith("1 ")
                    .contains("broker,false,The broker does not answer: ");

            FeedTopics records = new FeedTopics(broker.clientFile(directory.resolve("any")), 2);
            assertThat(records.all("east.issuing.feed.v1")).hasSize(1);
            assertThat(records.all("east.issuing.decisions.v1")).hasSize(1);
            assertThat(records.all("east.issuing.feed.dlt.v1")).isEmpty();
            assertThat(records.all("west.issuing.feed.v1")).hasSize(1);
            assertThat(records.all("west.issuing.decisions.v1")).isEmpty();
            assertThat(records.all("west.issuing.feed.dlt.v1")).hasSize(1);
            Patience.until(() -> !records.all("east.issuing.events.v1").isEmpty());
            assertThat(records.all("west.issuing.events.v1"))
                    .map(each -> new String(each.value(), StandardCharsets.UTF_8))
                    .noneMatch(event -> event.contains(keys.account().toString()));
            try (Admin admin = Admin.create(Map.copyOf(broker.clientSettings()))) {
                assertThat(admin.listTopics().names().get())
                        .containsExactlyInAnyOrderElementsOf(
                                ofBoth(TOPICS, "countersign.night.partitions.v1"));
                assertThat(
                                admin.listGroups().all().get().stream()
                                        .map(GroupListing::groupId)
                                        .collect(Collectors.toSet()))
                        .containsExactlyInAnyOrderElementsOf(ofBoth(GROUPS, "countersign.night"));
            }
        }
    }

    /** Names of both, and one that only the product with nights has. */
    private static Set<String> ofBoth(List<String> names, String ofNights) {
        return Stream.concat(
                        names.stream().flatMap(name -> Stream.of("east." + name, "west." + name)),
                        Stream.of("east." + ofNights))
                .collect(Collectors.toSet());
    }

    private ConfigurableApplicationContext start(String name, SecuredBroker broker, Set<Role> roles)
            throws Exception {
        TestPostgres.server().create("shared_broker_" + name);
        Map<String, String> client = broker.clientSettings();
        ConfigurableApplicationContext product =
                ProductForTests.start(
                        roles,
                        "one",
                        List.of(
                                "--spring.datasource.url=" + database(name),
                                "--spring.kafka.bootstrap-servers="
                                        + client.get("bootstrap.servers"),
                                "--spring.kafka.security.protocol="
                                        + client.get("security.protocol"),
                                "--spring.kafka.ssl.trust-store-location=file:"
                                        + client.get("ssl.truststore.location"),
                                "--spring.kafka.ssl.trust-store-type="
                                        + client.get("ssl.truststore.type"),
                                "--spring.kafka.ssl.trust-store-password="
                                        + client.get("ssl.truststore.password"),
                                "--spring.kafka.properties.sasl.mechanism="
                                        + client.get("sasl.mechanism"),
                                "--spring.kafka.properties.sasl.jaas.config="
                                        + client.get("sasl.jaas.config"),
                                "--countersign.topics.prefix=" + name + ".",
                                "--countersign.ingest.partitions=2",
                                "--countersign.night.remote-workers=1",
                                "--countersign.vault.key-store=" + vault(name),
                                "--countersign.vault.password=test",
                                "--countersign.audit.checkpoint-file="
                                        + directory.resolve(name + ".jsonl"),
                                "--countersign.console.password-strength=4",
                                "--server.port=0"));
        FeedService feed = product.getBean(FeedService.class);
        Patience.until(() -> feed.owned().size() == 2);
        return product;
    }

    private static String database(String name) {
        return TestPostgres.server().url("shared_broker_" + name);
    }

    private Path vault(String name) {
        return directory.resolve(name + ".p12");
    }

    private static FirstKeys firstKeys(ConfigurableApplicationContext product) {
        Reconcile book = product.getBean(Reconcile.class);
        FirstKeys keys = book.accounts().openFirst().orElseThrow();
        var unused = book.pins().keyOf(new Book(keys.account(), Mode.SANDBOX));
        return keys;
    }

    private static ApiCaller sandbox(ConfigurableApplicationContext product, FirstKeys keys) {
        String port = product.getEnvironment().getRequiredProperty("local.server.port");
        return new ApiCaller("http://127.0.0.1:" + port + "/sandbox/v1", keys.sandbox());
    }

    private static String workersOfANight(ConfigurableApplicationContext product) {
        Nights nights = product.getBean(Nights.class);
        return nights.runSandbox(nights.queries().today(Mode.SANDBOX)).steps().stream()
                .filter(step -> step.name().equals("totals"))
                .map(StepCounts::workers)
                .collect(Collectors.joining());
    }

    private static long quarantined(ConfigurableApplicationContext product) {
        return product.getBean(Reconcile.class)
                .database()
                .read(
                        handle ->
                                handle.createQuery("select count(*) from quarantined_message")
                                        .mapTo(Long.class)
                                        .one());
    }

    private String replayUnreadable(SecuredBroker broker) throws Exception {
        return run(
                "west.",
                new ReplayCommand(),
                Files.writeString(directory.resolve("messages.jsonl"), "{}\n").toString(),
                "--database-url=" + database("west"),
                "--kafka-config=" + broker.clientFile(directory.resolve("west")));
    }

    private String verify(Path clientFile) {
        return run(
                "east.",
                new BackupCommand(),
                "verify",
                "--format=csv",
                "--database-url=" + database("east"),
                "--vault-key-store=" + vault("east"),
                "--vault-password=test",
                "--kafka-config=" + clientFile);
    }

    private static String run(String prefix, Object command, String... arguments) {
        System.setProperty("countersign.topics.prefix", prefix);
        try {
            StringWriter output = new StringWriter();
            PrintWriter writer = new PrintWriter(output, true);
            int status =
                    new CommandLine(command)
                            .setCaseInsensitiveEnumValuesAllowed(true)
                            .setOut(writer)
                            .setErr(writer)
                            .execute(arguments);
            return status + " " + output;
        } finally {
            System.clearProperty("countersign.topics.prefix");
        }
    }
}
