package dev.countersign.facade.launch.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.launch.start.Role;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.EndStates;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.SteadyFeed;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresPair;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A PostgreSQL with a synchronous standby, whose primary dies while two products decide and are
 * asked over REST. The standby is promoted, and nobody restarts anything.
 */
class FailoverIT {

    private static final Logger log = LoggerFactory.getLogger(FailoverIT.class);
    private static final int PARTITIONS = 4;
    private static final int CARDS = 120;

    /** As many as a second is to bring; a busy machine decides fewer, and later. */
    private static final long RATE = 1_000;

    private static final long BEFORE = 2 * RATE;
    private static final long AFTER = 2 * RATE;
    private static final Duration BETWEEN_REQUESTS = Duration.ofMillis(50);

    /** Decisions are back after it; the machine of the tests may be busy. */
    private static final Duration MAX = Duration.ofSeconds(30);

    @TempDir Path directory;

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final Set<String> created = ConcurrentHashMap.newKeySet();
    private PostgresPair postgres;
    private volatile boolean asks = true;
    private volatile long lastCreatedAt;

    @Test
    void losesAndDoublesNothingWhenThePrimaryDiesUnderLoad() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        try (PostgresPair pair = PostgresPair.start(directory.resolve("postgres"));
                EmbeddedKafka broker =
                        EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY)) {
            postgres = pair;
            FeedTopics feed = new FeedTopics(broker.clientFile(), PARTITIONS).recreate();
            try (ConfigurableApplicationContext one = product("failover-1", broker);
                    ConfigurableApplicationContext other = product("failover-2", broker)) {
                ApiCaller caller = caller(one);
                TrafficSimulator simulator =
                        new TrafficSimulator(
                                SimulatedCards.issue(pair.dataSource(), CARDS),
                                Traffic.overDays(
                                        seed, LocalDate.parse("2026-11-28"), 6, 1_000_000, 0));
                Thread asking = Thread.ofVirtual().start(() -> ask(caller));
                long sent =
                        failOver(
                                one,
                                other,
                                SteadyFeed.start(broker.clientSettings(), simulator, RATE));
                asks = false;
                asking.join();

                Patience.until(() -> decided() == sent && feed.told() == sent);
                assertThat(EndStates.of(pair.dataSource()))
                        .isEqualTo(EndStates.expected(simulator.truth()));
                assertThat(feed.answers().values())
                        .allSatisfy(texts -> assertThat(texts).hasSize(1));
                assertThat(feed.answers()).hasSize((int) number(ANSWERED));
                assertThat(customers()).as("what was answered is there").containsAll(created);
                log.info("decided {} messages, created {} customers", sent, created.size());
            }
        }
    }

    /** Answers how many messages were sent. */
    private long failOver(
            ConfigurableApplicationContext one,
            ConfigurableApplicationContext other,
            SteadyFeed load)
            throws Exception {
        try (load) {
            Patience.until(() -> owned(one) + owned(other) == PARTITIONS);
            Patience.until(() -> decided() >= BEFORE && !created.isEmpty());
            postgres.killPrimary();
            long killed = System.nanoTime();
            postgres.promoteStandby();
            long known = decided();
            Duration promoted = since(killed);
            Patience.until(() -> decided() > known);
            Duration decides = since(killed);
            Patience.until(() -> lastCreatedAt - killed > 0);
            Duration takes = Duration.ofNanos(lastCreatedAt - killed);
            long then = load.sent();
            Patience.until(() -> decided() >= then + AFTER);
            log.info(
                    "primary killed: promoted after {} ms, first decision after {} ms, first"
                            + " request that wrote after {} ms",
                    promoted.toMillis(),
                    decides.toMillis(),
                    takes.toMillis());
            assertThat(decides).isLessThan(MAX);
            assertThat(takes).isLessThan(MAX);
        }
        assertThat(load.refused()).isZero();
        return load.sent();
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static int owned(ConfigurableApplicationContext product) {
        return product.getBean(FeedService.class).owned().size();
    }

    /** Creates customers one after the other; what is refused is not there. */
    private void ask(ApiCaller caller) {
        while (asks) {
            Reply reply = caller.post("/customers", "{\"type\":\"individual\"}");
            if (reply.status() == 201) {
                created.add(reply.text("/id"));
                lastCreatedAt = System.nanoTime();
            } else {
                assertThat(reply.status()).isIn(500, 503);
            }
            LockSupport.parkNanos(BETWEEN_REQUESTS.toNanos());
        }
    }

    private ConfigurableApplicationContext product(String name, EmbeddedKafka broker) {
        List<String> settings = new ArrayList<>();
        broker.clientSettings()
                .forEach(
                        (setting, value) ->
                                settings.add("--spring.kafka.properties." + setting + "=" + value));
        settings.addAll(
                List.of(
                        "--spring.datasource.url=" + postgres.url(),
                        "--spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "--countersign.vault.key-store=" + directory.resolve("vault.p12"),
                        "--countersign.vault.password=test",
                        "--countersign.night.modes=",
                        "--countersign.ingest.owners=1",
                        "--server.port=0"));
        return ProductForTests.start(EnumSet.allOf(Role.class), name, settings);
    }

    private static ApiCaller caller(ConfigurableApplicationContext product) {
        String key =
                product.getBean(Reconcile.class).accounts().openFirst().orElseThrow().sandbox();
        return new ApiCaller(
                "http://127.0.0.1:"
                        + product.getEnvironment().getRequiredProperty("local.server.port")
                        + "/sandbox/v1",
                key);
    }

    private long decided() {
        return number("select coalesce(sum(next_offset), 0) from feed_position");
    }

    private long number(String sql) {
        return JdbiSetup.over(postgres.dataSource())
                .withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    private List<String> customers() {
        return JdbiSetup.over(postgres.dataSource())
                .withHandle(
                        handle ->
                                handle
                                        .createQuery("select id from customer")
                                        .mapTo(UUID.class)
                                        .stream()
                                        .map(id -> new CustomerId(id).toString())
                                        .toList());
    }

    private static final String ANSWERED =
            """
            select (select count(*)
                      from transaction
                     where origin in ('request', 'single_message', 'refund_request', 'increment'))
                   + (select count(*)
                        from message
                       where response_code is not null)
            """;
}
