package dev.countersign.facade.launch.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.countersign.facade.launch.chaos.SupervisedProduct.Disturbance;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.Readme;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.SteadyFeed;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two processes with all roles under a feed, requests and nights, disturbed at random all the time:
 * killed and stopped, paused, cut off from the database, with full disks and wrong clocks, their
 * sessions ended, their broker restarted. The answers, the book and the reports are those of one
 * process that nobody disturbed.
 *
 * <p>What is decided must not depend on when: traffic comes in rounds of two dates, each with cards
 * of its own, and while one round is decided, the nights of the one before are run. Cardholders buy
 * when the change before it was answered, and change when the purchase before it was decided.
 *
 * <p>It disturbs for five minutes; longer with {@code -Dtest.chaos.minutes=60}, and as before with
 * {@code -Dtest.seed=...}. With {@code -Dtest.release=...}, the tree of another release, each start
 * of a process is of this one or of that.
 */
class ChaosIT {

    private static final Logger log = LoggerFactory.getLogger(ChaosIT.class);
    private static final int DAYS = 2;
    private static final int CARDS = 24;
    private static final int OWNED_CARDS = 4;
    private static final int USES = 3;
    private static final long MESSAGES = 2_000;
    private static final long RATE = 100;
    private static final long UNDISTURBED_RATE = 2_000;
    private static final int CLOCKS_OFF_SECONDS = 90;
    private static final int BETWEEN_DISTURBANCES_MILLIS = 5_000;
    private static final long BETWEEN_NIGHTS_MILLIS = 200;

    private static final @Nullable Path OTHER_RELEASE =
            Optional.ofNullable(System.getProperty("test.release")).map(Path::of).orElse(null);

    @RegisterExtension static final PostgresExtension DISTURBED = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension UNDISTURBED = new PostgresExtension().named("undisturbed");

    @TempDir Path directory;

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final Duration lasts =
            Duration.ofSeconds(
                    Math.round(
                            60
                                    * Double.parseDouble(
                                            System.getProperty("test.chaos.minutes", "5"))));
    private final int roundsMax = (int) (lasts.toSeconds() / (MESSAGES / RATE)) + 2;
    private final LocalDate from =
            LocalDate.now(ZoneOffset.UTC).minusDays((long) DAYS * roundsMax + 1);
    private final Map<Disturbance, Integer> disturbed = new TreeMap<>();

    @Test
    void leavesTheBookOfAnUndisturbedRun() throws Exception {
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(getClass().getPackageName()))
                .setLevel(Level.INFO);
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        List<SimulatedCard> cards = cards(DISTURBED);
        assertThat(cards(UNDISTURBED)).isEqualTo(cards);
        int rounds;
        RunOutcome outcome;
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom chance = random.split();
        try (SupervisedProduct product =
                SupervisedProduct.start(
                        DISTURBED,
                        directory.resolve("disturbed"),
                        List.of("one", "other"),
                        CLOCKS_OFF_SECONDS,
                        OTHER_RELEASE,
                        random.split())) {
            long end = System.nanoTime() + lasts.toNanos();
            CompletableFuture<Void> disturbing =
                    CompletableFuture.runAsync(() -> disturb(product, chance, end));
            rounds = new Run(product, cards, RATE).roundsUntil(end);
            disturbing.join();
            everyEventIsToldOnceInOrder(product);
            outcome = RunOutcome.of(product);
        }
        RunOutcome expected;
        try (SupervisedProduct product =
                SupervisedProduct.start(
                        UNDISTURBED,
                        directory.resolve("undisturbed"),
                        List.of("only"),
                        0,
                        null,
                        random.split())) {
            new Run(product, cards, UNDISTURBED_RATE).rounds(rounds);
            expected = RunOutcome.of(product);
        }
        assertThat(outcome.answers().values()).allSatisfy(answer -> assertThat(answer).hasSize(1));
        assertThat(outcome.decisions()).isEqualTo(expected.decisions());
        assertThat(outcome.without(expected)).as("only with disturbances").isEmpty();
        assertThat(expected.without(outcome)).as("only without").isEmpty();
        assertThat(outcome.reports()).isEqualTo(expected.reports()).isNotEmpty();
        log.info("disturbed {} in {} rounds", disturbed, rounds);
    }

    private List<SimulatedCard> cards(PostgresExtension postgres) {
        return SimulatedCards.issue(postgres.dataSource(), roundsMax * (CARDS + OWNED_CARDS));
    }

    /** Each thing as often as any other, in an order that chance chooses. */
    private void disturb(SupervisedProduct product, SplittableRandom random, long end) {
        List<Disturbance> deck = new ArrayList<>();
        while (System.nanoTime() < end) {
            if (deck.isEmpty()) {
                deck.addAll(List.of(Disturbance.values()));
                if (!hasPrlimit()) {
                    deck.remove(Disturbance.FULL_DISK);
                }
                Collections.shuffle(deck, new Random(random.nextLong()));
            }
            Disturbance next = deck.removeLast();
            log.info("{}", next);
            try {
                product.disturb(next, random);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            disturbed.merge(next, 1, Integer::sum);
            SupervisedProduct.rest(random.nextInt(BETWEEN_DISTURBANCES_MILLIS));
        }
    }

    private static boolean hasPrlimit() {
        try {
            return Readme.runs("prlimit", "--version");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- a run

    /** The same traffic, requests and nights, however long they take. */
    private final class Run {

        private final SupervisedProduct product;
        private final List<SimulatedCard> cards;
        private final long rate;
        private final CardOwnerStory owners;
        private int done;

        Run(SupervisedProduct product, List<SimulatedCard> cards, long rate) {
            this.product = product;
            this.cards = cards;
            this.rate = rate;
            this.owners = new CardOwnerStory(product, new SplittableRandom(seed));
        }

        /** Plays rounds until a time; tells how many. */
        int roundsUntil(long end) {
            while (done == 0 || (done < roundsMax && System.nanoTime() < end)) {
                play();
            }
            settle();
            return done;
        }

        void rounds(int count) {
            while (done < count) {
                play();
            }
            settle();
        }

        private void play() {
            int first = done * (CARDS + OWNED_CARDS);
            List<SimulatedCard> simulated = cards.subList(first, first + CARDS);
            List<SimulatedCard> owned = cards.subList(first + CARDS, first + CARDS + OWNED_CARDS);
            LocalDate begins = from.plusDays((long) DAYS * done);
            var simulator =
                    new TrafficSimulator(
                            simulated, Traffic.overDays(seed + done, begins, DAYS, MESSAGES, 5));
            try (SteadyFeed load = SteadyFeed.start(product.client(), simulator, rate)) {
                CompletableFuture<Void> asking =
                        CompletableFuture.runAsync(
                                () ->
                                        owners.tell(
                                                owned,
                                                USES,
                                                begins.atTime(12, 0).toInstant(ZoneOffset.UTC),
                                                MESSAGES / rate * 1_000 / (USES * OWNED_CARDS)));
                settle();
                asking.join();
                Patience.until(() -> load.sent() == MESSAGES);
                load.end();
                assertThat(load.refused()).isZero();
            }
            done++;
            long sent = done * MESSAGES + owners.sent();
            Patience.until(() -> decided() == sent && product.feed().told() == sent);
            log.info("round {}: {}", done, owners);
        }

        private long decided() {
            return product.number("select coalesce(sum(next_offset), 0) from feed_position");
        }

        /** Runs the nights of the last round. */
        private void settle() {
            for (int day = DAYS; day > 0 && done > 0; day--) {
                LocalDate date = from.plusDays((long) DAYS * done - day);
                Patience.until(() -> isComplete(date) || isCompleteAfterAsking(date));
            }
        }

        private boolean isCompleteAfterAsking(LocalDate date) {
            for (ApiCaller caller : product.callers()) {
                try {
                    String body = "{\"business_date\":\"%s\"}".formatted(date);
                    Reply reply = caller.post("/test_helpers/jobs/nightly", body);
                    log.info("night of {}: {} {}", date, reply.status(), reply.text("/failure"));
                } catch (UncheckedIOException e) {
                    log.info("night of {}: its process is gone", date);
                }
                if (isComplete(date)) {
                    return true;
                }
                SupervisedProduct.rest(BETWEEN_NIGHTS_MILLIS);
            }
            return false;
        }

        private boolean isComplete(LocalDate date) {
            return product.number(
                            "select count(*) from night where state = 'completed' and business_date = '%s'"
                                    .formatted(date))
                    > 0;
        }
    }

    // ---- what must hold

    private static void everyEventIsToldOnceInOrder(SupervisedProduct product) {
        Patience.until(() -> product.number("select count(*) from state_change") == 0);
        Map<String, Long> last = new HashMap<>();
        Map<String, String> seen = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : product.feed().all(Topics.EVENTS)) {
            String text = new String(record.value(), StandardCharsets.UTF_8);
            JsonNode event = JsonMapper.shared().readTree(text);
            String before = seen.putIfAbsent(event.path("event_id").stringValue(), text);
            if (before == null) {
                String of = new String(record.key(), StandardCharsets.UTF_8);
                assertThat(event.path("sequence").longValue())
                        .as("the next event of %s", of)
                        .isEqualTo(last.merge(of, 1L, Long::sum));
            } else { // a broker that took it when it had been given up
                assertThat(text).isEqualTo(before);
            }
        }
        assertThat(last).isNotEmpty();
    }
}
