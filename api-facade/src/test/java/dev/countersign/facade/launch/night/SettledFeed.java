package dev.countersign.facade.launch.night;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.testkit.night.NightEnds;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.NightSettings;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.remote.RemoteWorkers;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Jdbi;

/**
 * A book that reads a feed day by day and settles it night by night, without a broker in between:
 * the same codec, the same decisions, the same nights.
 */
final class SettledFeed implements AutoCloseable {

    private static final String TOPIC = "test.feed";
    private static final int PARTITIONS = 3;
    private static final int BATCH = 250;

    private final HikariDataSource sessions;
    private final Jdbi jdbi;
    private final FeedCodec codec;
    private final FeedPosting posting;
    private final Nights nights;
    private final long[] offsets = new long[PARTITIONS];
    private Instant now = Instant.EPOCH;

    SettledFeed(PostgresExtension postgres, Path reports) {
        this(postgres, reports, RemoteWorkers.NONE);
    }

    /** The same whose nights hand their ranges out. */
    SettledFeed(PostgresExtension postgres, Path reports, RemoteWorkers remote) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.url());
        config.setMaximumPoolSize(8);
        sessions = new HikariDataSource(config);
        jdbi = JdbiSetup.over(sessions);
        InstantSource clock = () -> now;
        codec = new FeedCodec(CodecOptions.DEFAULT, clock);
        Database database = new Database(jdbi);
        FeedStores stores = FeedStores.with(codec);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int begun = partition;
            database.doAtomically(handle -> stores.feed().begin(handle, TOPIC, begun, 0));
        }
        posting = new FeedPosting(database, stores, MessagePosting.DEFAULT, clock, 1_000);
        nights = Nights.open(sessions, clock, small(reports).with(remote));
    }

    /** Many ranges of a few records. */
    static NightSettings small(Path reports) {
        return new NightSettings(2, 40, 15, reports);
    }

    /** The nights of the book, at the time of the last that was settled. */
    Nights nights() {
        return nights;
    }

    /** Two hours after the end of a date. */
    static Instant after(LocalDate date) {
        return date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().plus(Duration.ofHours(2));
    }

    /** Reads messages in this order, each card's on the partition of its key. */
    void read(List<SimulatedMessage> messages) {
        for (int from = 0; from < messages.size(); from += BATCH) {
            readBatch(messages.subList(from, Math.min(messages.size(), from + BATCH)));
        }
    }

    private void readBatch(List<SimulatedMessage> messages) {
        long[] begun = offsets.clone();
        List<FeedEntry> entries = new ArrayList<>();
        for (SimulatedMessage message : messages) {
            int partition = Math.floorMod(message.key().hashCode(), PARTITIONS);
            FeedOffset offset = new FeedOffset(partition, offsets[partition]++);
            DecodedMessage decoded =
                    codec.decode(
                            message.key().getBytes(StandardCharsets.UTF_8),
                            message.text().getBytes(StandardCharsets.UTF_8),
                            offset,
                            message.at());
            assertThat(decoded instanceof DecodedMessage.Entry)
                    .as(message.text())
                    .isEqualTo(message.readable());
            if (decoded instanceof DecodedMessage.Entry entry) {
                entries.add(entry.entry());
            }
        }
        List<OffsetRange> offsetRanges = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            if (offsets[partition] > begun[partition]) {
                offsetRanges.add(new OffsetRange(partition, begun[partition], offsets[partition]));
            }
        }
        var unused = posting.post(new FeedBatch(TOPIC, entries, offsetRanges));
    }

    /** Runs the night of a date, two hours after its end. */
    void settle(LocalDate date) {
        now = after(date);
        assertComplete(date, nights.run(Mode.SANDBOX, date));
    }

    /** Runs the night of a date with all dates before it. */
    void settleUpTo(LocalDate date) {
        now = after(date);
        assertComplete(date, nights.runSandbox(date));
    }

    private static void assertComplete(LocalDate date, NightReport report) {
        assertThat(report.night().state())
                .as(date + ": " + report.night().failure())
                .isEqualTo(NightState.COMPLETED);
    }

    @Override
    public void close() {
        sessions.close();
    }

    /** The changes that running a date again would make. */
    List<String> changedByRunningAgain(LocalDate date) {
        return nights.rerun(Mode.SANDBOX, date).differences();
    }

    List<String> rows(String sql) {
        return jdbi
                .withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list())
                .stream()
                .sorted()
                .toList();
    }

    // ---- what the book says, in the words of the truth

    NightEnds ends() {
        return new NightEnds(
                rows(TRANSACTIONS),
                rows(BREAKS),
                rows(DISPUTES),
                rows(PROPOSALS),
                balances(),
                rows(POSTINGS),
                rows(CYCLES),
                activity());
    }

    private SortedMap<String, Long> balances() {
        SortedMap<String, Long> balances = new TreeMap<>();
        for (String row : rows(BALANCES)) {
            int space = row.indexOf(' ');
            balances.put(row.substring(0, space), Long.valueOf(row.substring(space + 1)));
        }
        return balances;
    }

    private Map<String, String> activity() {
        Map<String, String> activity = new TreeMap<>();
        for (String row : rows(ACTIVITY)) {
            int counts = row.indexOf(' ', row.indexOf(' ') + 1);
            activity.put(row.substring(0, counts), row.substring(counts + 1));
        }
        return activity;
    }

    private static final String TRANSACTIONS =
            """
            select network_txn_id || ' ' || status || ' ' || amount_minor || ' held ' || held_minor
                   || ' cleared ' || cleared_minor
              from transaction
            """;
    private static final String BREAKS =
            """
            select break.type || ' ' || break.amount_minor || ' ' || break.state || ' '
                   || coalesce(transaction.network_txn_id, break.detail ->> 'settlement_date', '-')
              from break
              left join transaction on transaction.id = break.transaction_id
            """;
    private static final String DISPUTES =
            """
            select transaction.network_txn_id || ' ' || dispute.reason || ' '
                   || dispute.amount_minor || ' ' || dispute.status
              from dispute
              join transaction on transaction.id = dispute.transaction_id
            """;
    private static final String PROPOSALS =
            """
            select transaction.network_txn_id || ' ' || assessment.reason || ' '
                   || assessment.amount_minor
              from dispute_assessment assessment
              join transaction on transaction.id = assessment.transaction_id
             where assessment.outcome = 'proposed'
            """;
    private static final String BALANCES =
            """
            select case side.account when '1200' then '2100' else side.account end || ' '
                   || sum(side.minor)
              from ledger_entry entry
              cross join lateral (values (entry.debit_account, entry.amount_minor),
                                         (entry.credit_account, - entry.amount_minor))
                      as side (account, minor)
             group by case side.account when '1200' then '2100' else side.account end
            having sum(side.minor) <> 0
            """;
    private static final String POSTINGS =
            """
            select business_date || ' ' || kind || ' ' || sum(count) || ' ' || sum(debit_minor)
                   || ' ' || sum(credit_minor)
              from posting_total
             where kind <> 'dispute'
             group by business_date, kind
            """;
    private static final String CYCLES =
            """
            select settlement_date || ' ' || network || ' ' || currency || ' ' || sum(debit_count)
                   || ' ' || sum(debit_minor) || ' ' || sum(credit_count) || ' '
                   || sum(credit_minor) || ' ' || sum(interchange_minor) || ' ' || sum(fees_minor)
              from cycle_part
             group by settlement_date, network, currency
            """;
    private static final String ACTIVITY =
            """
            select card_id || ' ' || day || ' ' || authorized_count || ' ' || declined_count || ' '
                   || expired_count || ' ' || expired_minor || ' ' || cash_count || ' '
                   || cash_minor || ' ' || force_posted_count || ' ' || force_posted_minor || ' '
                   || counted_minor
              from activity_total newest
             where version = (select max(version)
                                from activity_total other
                               where other.mode = newest.mode
                                 and other.day = newest.day
                                 and other.card_id = newest.card_id)
               and authorized_count + declined_count + force_posted_count + counted_minor > 0
            """;
}
