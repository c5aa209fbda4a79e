package dev.countersign.bench.load;

import dev.countersign.bench.stage.StageFailure;
import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.store.feed.FeedPositionStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Transactions by the million, with or without their clearing records: one that the stream itself
 * wrote, copied by the database with other identities, cards and times.
 */
public final class BenchNight {

    /**
     * Of the purchases of a day: so much less than all of it that an hour later is the same day.
     */
    private static final long DAY_MICROS = 80_000_000_000L;

    /**
     * Kind of rows, as part of their identifiers: those of one kind do not collide with those of
     * another.
     */
    private static final char OF_THE_NIGHT = 'a';

    private static final char OLDER = 'b';
    private static final char CLEARING = 'c';

    /** Purchases are held for a week or so of the three months that there are. */
    private static final int SHARE_OF_HELD = 13;

    /**
     * Number of acquirers whose references an ARN begins with. Each acquirer numbers its own by the
     * day.
     */
    private static final int ACQUIRERS = 1_000;

    private static final int ROWS_OF_A_PAGE = 100;

    /** Messages that the stream itself decides, to be copied. */
    private static final long DECIDED = 2;

    private static final String OPEN_HOLDS =
            """
            insert into open_hold (transaction_id, mode, account_id, card_id, currency, held_minor,
                                   hold_until, created_at)
            select id, mode, account_id, card_id, currency, held_minor,
                   (created_at at time zone 'UTC')::date + 7, created_at
              from transaction
             where status = 'authorized'
            """;

    /** One purchase in a thousand has a difference that waits; more in a small book, for a page. */
    private static final String BREAKS =
            """
            insert into break (id, type, severity, subject, origin_date, account_id, mode, card_id,
                               transaction_id, amount_minor, currency, state, detail, created_at,
                               updated_at)
            select id,
                   (array['AMOUNT_OVER', 'LATE_PRESENTMENT', 'CLEARING_WITHOUT_AUTH'])[1 + feed_offset % 3],
                   (array['high', 'medium', 'low'])[1 + feed_offset % 3],
                   id, (created_at at time zone 'UTC')::date, account_id, mode, card_id, id,
                   amount_minor, currency, 'open', '{}', created_at, created_at
              from transaction
             where feed_offset % :oneIn = 1
               and status = 'settled'
            """;

    /** One in ten thousand is disputed; more in a small book, for a page. */
    private static final String DISPUTES =
            """
            insert into dispute (id, account_id, mode, transaction_id, amount_minor, currency, reason,
                                 status, created_at, updated_at)
            select id, account_id, mode, id, amount_minor, currency, 'fraud', 'open', created_at,
                   created_at
              from transaction
             where feed_offset % :oneIn = 2
               and status = 'settled'
            """;

    /** A partition that the feed no longer has: where a stream reads its own meanwhile. */
    public static final int FORMER_PARTITION = 1_000;

    private final Jdbi jdbi;
    private final int cards;
    private final int partition;

    /**
     * Describes the rows.
     *
     * @param cards of the book in that database
     */
    public BenchNight(Jdbi jdbi, int cards) {
        this(jdbi, cards, 0);
    }

    /** The same, of another partition of the feed. */
    public BenchNight(Jdbi jdbi, int cards, int partition) {
        this.jdbi = jdbi;
        this.cards = cards;
        this.partition = partition;
    }

    /** Writes purchases of a date and a plain clearing record to each, after what is there. */
    public void write(LocalDate date, int records) {
        long before = decideOne(date);
        long step = Math.max(1, DAY_MICROS / records / 1_000 * 1_000);
        jdbi.useTransaction(
                handle -> {
                    handle.execute("analyze");
                    copy(
                            handle,
                            "transaction",
                            records,
                            row(OF_THE_NIGHT, date, "00:00:01", step, before));
                    copy(
                            handle,
                            "clearing",
                            records,
                            row(CLEARING, date, "01:00:00", step, before));
                    forgetDecided(handle, before);
                    handle.execute(
                            "update feed_position set next_offset = ? where partition = ?",
                            before + DECIDED + records + 1,
                            partition);
                });
        jdbi.useHandle(handle -> handle.execute("vacuum analyze"));
    }

    /**
     * Writes purchases over many days, of all kinds: one in ten thousand declined, one in a
     * thousand in a rare currency.
     *
     * @param from when the first was made
     * @param stepMicros from each to the next
     */
    public void writeHistory(int rows, LocalDate from, long stepMicros) {
        long before = decideOne(from);
        Map<String, String> changed =
                new HashMap<>(row(OF_THE_NIGHT, from, "00:00:01", stepMicros, before));
        changed.put(
                "status",
                "case when n % 10000 = 0 then 'declined' when n % 3 = 0 then 'authorized' else 'settled' end");
        changed.put("decline_reason", "case when n % 10000 = 0 then 'other' end");
        changed.put("currency", "case when n % 1000 = 7 then 'JPY' else 'EUR' end");
        changed.put(
                "settled_at",
                "case when n % 10000 <> 0 and n % 3 <> 0 then template.created_at end");
        jdbi.useTransaction(
                handle -> {
                    copy(handle, "transaction", rows, changed);
                    forgetDecided(handle, before);
                });
        jdbi.useHandle(handle -> handle.execute("vacuum analyze"));
    }

    /**
     * Writes older purchases beside those of a night that was run: settled, but for one in ten
     * thousand that was declined and a third of the newest, which are still held.
     *
     * @param from when the first was made
     * @param stepMicros from each to the next
     */
    public void addHistory(int rows, LocalDate from, long stepMicros) {
        Map<String, String> changed = new HashMap<>(row(OLDER, from, "00:00:01", stepMicros, 0));
        String declined = "n % 10000 = 7";
        String held =
                String.format(Locale.ROOT, "n > %d and n %% 3 = 0", rows - rows / SHARE_OF_HELD);
        changed.put("status", cases(declined, "'declined'", held, "'authorized'", "'settled'"));
        changed.put("decline_reason", cases(declined, "'other'", held, "null", "null"));
        changed.put("held_minor", cases(declined, "0", held, "template.amount_minor", "0"));
        changed.put("cleared_minor", cases(declined, "0", held, "0", "template.amount_minor"));
        changed.put("settled_at", cases(declined, "null", held, "null", "template.settled_at"));
        changed.put("approval_code", "lpad((n % 1000000)::text, 6, '0')");
        changed.put("network_txn_id", "'H' || n");
        jdbi.useTransaction(
                handle -> {
                    copy(handle, "transaction", rows, changed);
                    handle.execute(OPEN_HOLDS);
                    int page = Math.max(4, rows / ROWS_OF_A_PAGE);
                    handle.createUpdate(BREAKS).bind("oneIn", Math.min(1_000, page)).execute();
                    handle.createUpdate(DISPUTES).bind("oneIn", Math.min(10_000, page)).execute();
                });
        jdbi.useHandle(handle -> handle.execute("vacuum analyze"));
    }

    /** Makes room in the feed for purchases that are older than what is written next. */
    public void leaveRoomFor(int rows) {
        jdbi.useTransaction(
                handle ->
                        new FeedPositionStore()
                                .begin(handle, Topics.FEED, partition, rows + DECIDED + 1));
    }

    /** Writes older purchases in that room, all of them settled, each with its line. */
    public void addSettled(int rows, LocalDate from, long stepMicros) {
        Map<String, String> changed = new HashMap<>(row(OLDER, from, "00:00:01", stepMicros, 0));
        changed.put("network_txn_id", "'H' || n");
        Map<String, String> lines = new HashMap<>(row(CLEARING, from, "01:00:00", stepMicros, 0));
        lines.put("transaction_id", changed.get("id"));
        lines.put("lineage_id", lines.get("card_id"));
        lines.put(
                "business_date",
                "(%s at time zone 'UTC')::date".formatted(lines.get("created_at")));
        jdbi.useTransaction(
                handle -> {
                    copy(handle, "transaction", rows, changed);
                    copy(handle, "settlement_line", rows, lines);
                });
        jdbi.useHandle(handle -> handle.execute("vacuum analyze"));
    }

    private static String cases(
            String one, String ofOne, String other, String ofOther, String ofTheRest) {
        return "case when %s then %s when %s then %s else %s end"
                .formatted(one, ofOne, other, ofOther, ofTheRest);
    }

    /**
     * A purchase and its clearing record, as the stream writes them; where in the feed it stood.
     */
    private long decideOne(LocalDate date) {
        Instant at = date.atStartOfDay(ZoneOffset.UTC).toInstant();
        InstantSource clock = InstantSource.fixed(at);
        BenchMessages messages = new BenchMessages(cards, Spread.EVEN, at, 1_000);
        FeedCodec codec = new FeedCodec(CodecOptions.DEFAULT, clock);
        FeedStores stores = FeedStores.with(codec);
        Database database = new Database(jdbi);
        long before =
                jdbi.inTransaction(
                        handle -> {
                            stores.feed().begin(handle, Topics.FEED, partition, 0);
                            return stores.feed()
                                    .find(handle, Topics.FEED, partition)
                                    .orElseThrow()
                                    .next();
                        });
        FeedPosting posting =
                new FeedPosting(database, stores, MessagePosting.DEFAULT, clock, 1_000);
        List<FeedEntry> entries = new ArrayList<>();
        for (byte[] message : List.of(messages.request(0), messages.clearing(0))) {
            DecodedMessage decoded =
                    codec.decode(
                            messages.key(0),
                            message,
                            new FeedOffset(partition, before + entries.size()),
                            at);
            if (!(decoded instanceof DecodedMessage.Entry read)) {
                throw new StageFailure("a message of the benchmark cannot be read: " + decoded);
            }
            entries.add(read.entry());
        }
        var unused =
                posting.post(
                        new FeedBatch(
                                Topics.FEED,
                                entries,
                                List.of(
                                        new OffsetRange(
                                                partition, before, before + entries.size()))));
        return before;
    }

    private static void forgetDecided(Handle handle, long before) {
        for (String table : List.of("transaction", "clearing")) {
            handle.execute(
                    "delete from " + table + " where feed_offset between ? and ?",
                    before,
                    before + DECIDED - 1);
        }
        BenchBook.forgetChanges(handle);
    }

    /**
     * Returns the values that differ from row to row, as expressions of the row's number {@code n}.
     */
    private Map<String, String> row(
            char kind, LocalDate date, String time, long stepMicros, long before) {
        String at =
                String.format(
                        Locale.ROOT,
                        "(timestamptz '%s %s Z' + n * interval '%d microseconds')",
                        date,
                        time,
                        stepMicros);
        String id =
                "(substr(id_floor(%s)::text, 1, 14) || '7000-8' || '%c' || lpad(to_hex(n / 65536), 2, '0') || '-' || lpad(to_hex(n), 12, '0'))::uuid"
                        .formatted(at, kind);
        return Map.of(
                "id",
                id,
                "identity",
                id,
                "message_id",
                id,
                "card_id",
                BenchBook.cardSql("1 + n % " + cards),
                "customer_id",
                BenchBook.customerSql("1 + n % " + cards),
                "network_txn_id",
                "'T' || n + " + before,
                "arn",
                String.format(
                        Locale.ROOT,
                        "'7' || lpad((n %% %d)::text, 6, '0') || to_char(%s, 'YDDD') || lpad((n + %d)::text, 12, '0')",
                        ACQUIRERS,
                        at,
                        before),
                "feed_offset",
                "n + " + (before + DECIDED),
                "created_at",
                at);
    }

    /** The columns of a table that can be written. */
    static List<String> columns(Handle handle, String table) {
        return handle.createQuery(
                        """
                        select column_name::text
                          from information_schema.columns
                         where table_schema = 'public'
                           and table_name = :table
                           and is_generated = 'NEVER'
                         order by ordinal_position
                        """)
                .bind("table", table)
                .mapTo(String.class)
                .list();
    }

    private static void copy(Handle handle, String table, int times, Map<String, String> changed) {
        List<String> columns = columns(handle, table);
        String values =
                columns.stream()
                        .map(column -> changed.getOrDefault(column, "template." + column))
                        .collect(Collectors.joining(", "));
        handle.execute(
                String.format(
                        Locale.ROOT,
                        "insert into %1$s (%2$s) select %3$s from (select * from %1$s order by id desc limit 1) template, generate_series(1, %4$d) n",
                        table,
                        String.join(", ", columns),
                        values,
                        times));
    }
}
