package dev.countersign.facade.launch.chaos;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.testkit.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The outcome of a run, to be compared with that of another.
 *
 * @param book rows, and their number, by table
 * @param reports files by their place
 * @param answers texts by the message that was answered
 */
record RunOutcome(
        Map<String, List<String>> book,
        Map<String, String> reports,
        Map<String, Set<String>> answers) {

    /** Reads it, when all is decided and told. */
    static RunOutcome of(SupervisedProduct product) throws IOException {
        long unreadable = deadLetters(product);
        Patience.until(
                () -> product.number("select count(*) from quarantined_message") == unreadable);
        Map<String, List<String>> book = new TreeMap<>();
        for (String table : TABLES) {
            List<String> rows = rows(product, table);
            rows.add(rows.size() + " rows");
            book.put(table, rows);
        }
        Map<String, String> reports = new TreeMap<>();
        try (Stream<Path> files = Files.walk(product.reports())) {
            for (Path file : files.filter(each -> each.toString().endsWith(".csv")).toList()) {
                reports.put(
                        product.reports().relativize(file).toString(),
                        Files.readString(file).replaceAll(DISPUTE_IDS, "dispute"));
            }
        }
        return new RunOutcome(book, reports, product.feed().answers());
    }

    /** Without places in the feed, times of the clock, and ids that begin with such a time. */
    private static List<String> rows(SupervisedProduct product, String table) {
        String sql =
                """
                select (to_jsonb(found)
                        - '{feed_partition,feed_offset,dispute_id}'::text[]
                        - '{decided_at,recorded_at,updated_at,closed_at,resolved_at}'::text[])::text
                  from %s as found
                """
                        .formatted(table);
        return product.jdbi()
                .withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    /** The number of places in the feed from which a message went there; it may have gone twice. */
    private static long deadLetters(SupervisedProduct product) {
        return product.feed().all(Topics.DEAD_LETTERS).stream()
                .map(record -> header(record, "partition") + " " + header(record, "offset"))
                .distinct()
                .count();
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** The answers without the time of the clock at which they were given. */
    Map<String, String> decisions() {
        Map<String, String> decisions = new TreeMap<>();
        answers.forEach(
                (message, texts) ->
                        decisions.put(
                                message,
                                String.join("\n", texts)
                                        .replaceAll("\"decided_at\":\"[^\"]*\"", "")));
        return decisions;
    }

    /** Some rows of each table that the book of another run has not. */
    Map<String, List<String>> without(RunOutcome other) {
        Map<String, List<String>> differences = new TreeMap<>();
        book.forEach(
                (table, rows) -> {
                    Set<String> known = new HashSet<>(other.book.get(table));
                    List<String> more =
                            rows.stream().filter(row -> !known.contains(row)).limit(3).toList();
                    if (!more.isEmpty()) {
                        differences.put(table, more);
                    }
                });
        return differences;
    }

    private static final String DISPUTE_IDS = "dsp_[0-9A-Z]{26}";

    private static final List<String> TABLES =
            List.of(
                    "transaction",
                    "message",
                    "clearing",
                    "spend",
                    "settlement_line",
                    "ledger_entry",
                    "ledger_day",
                    "open_hold",
                    """
                    (select id, type, severity, subject, origin_date, card_id, transaction_id,
                            clearing_id, amount_minor, currency, state, detail, resolution
                       from break)
                    """,
                    """
                    (select break_id, transaction_id, reason, amount_minor, currency, status, evidence,
                            submitted, booked_to_end, reduced_minor
                       from dispute)
                    """,
                    "dispute_assessment",
                    "activity_total",
                    "posting_total",
                    "cycle_part",
                    "network_total",
                    "early_arrival",
                    "night_work",
                    "card_security",
                    "(select reason, detail, message_key, body from quarantined_message)",
                    "(select external_id, status from customer)",
                    """
                    (select id, status, single_transaction_limit
                       from card
                       join card_rules on card_id = id and version = rules_version)
                    """);
}
