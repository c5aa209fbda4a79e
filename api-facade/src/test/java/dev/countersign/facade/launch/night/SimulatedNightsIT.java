package dev.countersign.facade.launch.night;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.Pages;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.night.NightEnds;
import dev.countersign.ingest.testkit.night.NightTruth;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A simulated feed of some weeks, with everything in it that merchants and networks do, settled
 * night by night: after each night the book says what the one who made the feed knows. Then the
 * same feed with messages that come twice and in another order.
 */
class SimulatedNightsIT {

    private static final Logger log = LoggerFactory.getLogger(SimulatedNightsIT.class);
    private static final LocalDate FROM = LocalDate.of(2026, 11, 2);
    private static final int DAYS = 20;
    private static final int CARDS = 24;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension AGAIN = new PostgresExtension().named("again");

    @TempDir Path reports;
    @TempDir Path reportsAgain;

    private final long seed = Long.getLong("test.seed", 2);
    private final int messages = Integer.getInteger("test.messages", 2_000);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<SettledFeed> opened = new ArrayList<>();
    private NightTruth truth = new NightTruth(List.of());

    @BeforeEach
    void sayTheSeed() {
        log.info("seed={} (another one with -Dtest.seed=...)", seed);
        POSTGRES.empty();
        AGAIN.empty();
    }

    @AfterEach
    void endSessions() {
        opened.forEach(SettledFeed::close);
    }

    @Test
    void settlesNightByNightToWhatTheSimulatorKnows() {
        Map<LocalDate, List<SimulatedMessage>> feed = feed(POSTGRES, 5);
        SettledFeed book = open(POSTGRES, reports);
        for (LocalDate night : nights()) {
            book.read(feed.getOrDefault(night, List.of()));
            book.settle(night);
            assertSame(book.ends(), truth.after(night), night);
        }
        assertThat(kinds(book.ends().breaks()))
                .contains(
                        "AMOUNT_OVER",
                        "CLEARED_AFTER_DECLINE",
                        "CLEARED_AFTER_REVERSAL",
                        "CLEARING_WITHOUT_AUTH",
                        "DUPLICATE_CLEARING",
                        "FX_VARIANCE",
                        "LATE_PRESENTMENT",
                        "STIP_OVERRIDE",
                        "TOTALS_MISMATCH");
    }

    private static void assertSame(NightEnds book, NightEnds truth, LocalDate night) {
        assertThat(book.transactions())
                .as("transactions %s", night)
                .isEqualTo(truth.transactions());
        assertThat(book.breaks()).as("breaks %s", night).isEqualTo(truth.breaks());
        assertThat(book.disputes()).as("disputes %s", night).isEqualTo(truth.disputes());
        assertThat(book.proposals()).as("proposals %s", night).isEqualTo(truth.proposals());
        assertThat(book.balances()).as("balances %s", night).isEqualTo(truth.balances());
        assertThat(book.postings()).as("postings %s", night).isEqualTo(truth.postings());
        assertThat(book.cycles()).as("cycles %s", night).isEqualTo(truth.cycles());
        assertThat(book.activity()).as("activity %s", night).isEqualTo(truth.activity());
    }

    private static Set<String> kinds(List<String> breaks) {
        Set<String> kinds = new TreeSet<>();
        breaks.forEach(line -> kinds.add(line.substring(0, line.indexOf(' '))));
        return kinds;
    }

    @Test
    void leavesTheSameBookWhenMessagesComeTwiceAndCardsOvertakeEachOther() throws IOException {
        SettledFeed book = settled(POSTGRES, reports, feed(POSTGRES, 0));
        SettledFeed again = settled(AGAIN, reportsAgain, twiceAndMixed(feed(AGAIN, 0)));

        for (String table : EXPORT) {
            assertThat(again.rows(table)).as(table).isEqualTo(book.rows(table));
        }
        assertThat(tables(reportsAgain)).isEqualTo(tables(reports));
        assertThat(again.changedByRunningAgain(FROM)).isEmpty();
        assertThat(again.changedByRunningAgain(FROM.plusDays(DAYS - 1L))).isEmpty();
    }

    @Test
    void movesTheSameMoneyInWhateverOrderTheMessagesOfADayCome() {
        SettledFeed book = settled(POSTGRES, reports, feed(POSTGRES, 0));
        SettledFeed again = settled(AGAIN, reportsAgain, permuted(feed(AGAIN, 0)));

        for (String money : MONEY) {
            assertThat(again.rows(money)).as(money).isEqualTo(book.rows(money));
        }
    }

    private SettledFeed open(PostgresExtension postgres, Path folder) {
        SettledFeed book = new SettledFeed(postgres, folder);
        opened.add(book);
        return book;
    }

    // ---- the feed, by the day on which its messages come

    private Map<LocalDate, List<SimulatedMessage>> feed(PostgresExtension postgres, int poison) {
        List<SimulatedCard> cards = SimulatedCards.issue(postgres.dataSource(), CARDS);
        TrafficSimulator simulator =
                new TrafficSimulator(cards, Traffic.overDays(seed, FROM, DAYS, messages, poison));
        Map<LocalDate, List<SimulatedMessage>> days = new TreeMap<>();
        while (simulator.hasNext()) {
            SimulatedMessage message = simulator.next();
            days.computeIfAbsent(
                            LocalDate.ofInstant(message.at(), ZoneOffset.UTC),
                            unseen -> new ArrayList<>())
                    .add(message);
        }
        truth = new NightTruth(simulator.events());
        return days;
    }

    private SettledFeed settled(
            PostgresExtension postgres, Path folder, Map<LocalDate, List<SimulatedMessage>> feed) {
        SettledFeed book = open(postgres, folder);
        for (LocalDate night : nights()) {
            book.read(feed.getOrDefault(night, List.of()));
            book.settle(night);
        }
        return book;
    }

    private static List<LocalDate> nights() {
        return FROM.datesUntil(FROM.plusDays(DAYS)).toList();
    }

    /** One in five comes again later, often in another night; order is kept only within a card. */
    private Map<LocalDate, List<SimulatedMessage>> twiceAndMixed(
            Map<LocalDate, List<SimulatedMessage>> feed) {
        Map<LocalDate, List<SimulatedMessage>> mixed = new TreeMap<>();
        List<SimulatedMessage> again = new ArrayList<>();
        feed.forEach(
                (day, messages) -> {
                    Map<String, List<SimulatedMessage>> byKey = new LinkedHashMap<>();
                    for (SimulatedMessage message : messages) {
                        byKey.computeIfAbsent(message.key(), unseen -> new ArrayList<>())
                                .add(message);
                        if (random.nextInt(5) == 0) {
                            again.add(message);
                        }
                    }
                    List<SimulatedMessage> order = interleaved(new ArrayList<>(byKey.values()));
                    for (int i = again.size() - 1; i >= 0; i--) {
                        if (random.nextInt(2) == 0) {
                            order.add(again.remove(i));
                        }
                    }
                    mixed.put(day, order);
                });
        return mixed;
    }

    private List<SimulatedMessage> interleaved(List<List<SimulatedMessage>> queues) {
        List<SimulatedMessage> order = new ArrayList<>();
        Map<List<SimulatedMessage>, Integer> next = new HashMap<>();
        while (!queues.isEmpty()) {
            int chosen = random.nextInt(queues.size());
            List<SimulatedMessage> queue = queues.get(chosen);
            int at = next.merge(queue, 1, Integer::sum) - 1;
            order.add(queue.get(at));
            if (at == queue.size() - 1) {
                queues.remove(chosen);
            }
        }
        return order;
    }

    private static final Pattern LIFE = Pattern.compile("\"network_txn_id\":\"([^\"]*)\"");
    private static final Pattern FOLLOWS =
            Pattern.compile(
                    "\"kind\":\"(incremental_authorization|reversal|authorization_advice)\"");

    /**
     * Any order, but that what speaks of an authorization stays behind it: what overtakes it is
     * declined, and counted on another day.
     */
    private Map<LocalDate, List<SimulatedMessage>> permuted(
            Map<LocalDate, List<SimulatedMessage>> feed) {
        Map<LocalDate, List<SimulatedMessage>> permuted = new TreeMap<>();
        feed.forEach(
                (day, messages) -> {
                    Map<String, Long> floors = new HashMap<>();
                    TreeMap<Long, SimulatedMessage> order = new TreeMap<>();
                    for (SimulatedMessage message : messages) {
                        Matcher life = LIFE.matcher(message.text());
                        String reference = life.find() ? life.group(1) : message.text();
                        boolean follows = FOLLOWS.matcher(message.text()).find();
                        long floor = follows ? floors.getOrDefault(reference, 0L) : 0;
                        long place = random.nextLong(floor + 1, Long.MAX_VALUE);
                        order.put(place, message);
                        if (!message.text().contains("\"kind\":\"clearing\"")) {
                            floors.merge(reference, place, Math::max);
                        }
                        if (random.nextInt(5) == 0) {
                            order.put(random.nextLong(place + 1, Long.MAX_VALUE), message);
                        }
                    }
                    permuted.put(day, new ArrayList<>(order.values()));
                });
        return permuted;
    }

    // ---- exports

    private static final String WITHOUT_PLACE =
            "select (to_jsonb(%1$s) - '{feed_partition,feed_offset}'::text[])::text from %1$s";

    /** All that the nights wrote, but for where in the feed it came from. */
    static final List<String> EXPORT =
            Stream.of(
                            "transaction",
                            "spend",
                            "settlement_line",
                            "ledger_entry",
                            "ledger_day",
                            "open_hold",
                            "break",
                            "dispute",
                            "dispute_assessment",
                            "activity_total",
                            "posting_total",
                            "cycle_part",
                            "network_total",
                            "early_arrival",
                            "night_work")
                    .map(WITHOUT_PLACE::formatted)
                    .toList();

    private static final List<String> MONEY =
            List.of(
                    """
                    select network_txn_id || ' ' || sum(cleared_minor) || ' ' || sum(refunded_minor)
                             || ' ' || sum(held_minor)
                      from transaction
                     group by network_txn_id
                    """,
                    """
                    select card_id || ' ' || (created_at at time zone 'UTC')::date || ' '
                             || sum(amount_minor)
                      from spend
                     group by card_id, (created_at at time zone 'UTC')::date
                    having sum(amount_minor) <> 0
                    """,
                    """
                    select business_date || ' ' || debit_account || ' ' || credit_account || ' '
                             || sum(amount_minor)
                      from ledger_entry
                     where debit_account < '9000'
                       and '1200' not in (debit_account, credit_account)
                     group by business_date, debit_account, credit_account
                    """,
                    """
                    select network_txn_id || ' ' || open_hold.held_minor
                      from open_hold
                      join transaction on transaction.id = open_hold.transaction_id
                    """);

    /** The tables that finance reads; where the feed was cut is in manifests only. */
    private static Map<String, String> tables(Path folder) throws IOException {
        Map<String, String> tables = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".csv"))
                    .forEach(
                            file ->
                                    tables.put(
                                            folder.relativize(file).toString(), Pages.read(file)));
        }
        assertThat(tables).isNotEmpty();
        return tables;
    }
}
