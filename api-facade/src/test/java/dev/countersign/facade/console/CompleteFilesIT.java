package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.embedded.LoopbackPort;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.SoftAssertions;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every CSV of the console has all rows of its list, more than any of them was ever bounded by, or
 * is refused with the reason.
 */
class CompleteFilesIT {

    /** More than a page has, and than a file reads at once. */
    private static final int MANY = CsvFile.ROWS_PER_PART + 100;

    /** More than a file of a search has. */
    private static final int HITS = 10_100;

    private static final int DAYS = 900;
    private static final String SANDBOX = " where mode = 'sandbox'";

    @TempDir static Path directory;

    private static EmbeddedKafka broker;
    private static TestProduct product;
    private static ConsoleCaller reader;
    private static Jdbi jdbi;
    private static String card;
    private static String customer;
    private static LocalDate date;
    private static UUID transaction;
    private static UUID record;
    private static UUID dispute;

    /** One night of one purchase, and copies of what it left. */
    @BeforeAll
    static void fill() throws Exception {
        broker = EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY);
        product = TestProduct.alone("test_complete_files", broker.clientFile());
        reader = ConsoleCaller.somebody(product, "files-reader", OperatorRole.ADMINISTRATOR);
        jdbi = Jdbi.create(product.databaseUrl());
        ApiCaller key = product.caller(Mode.SANDBOX);
        customer = key.customer();
        card =
                key.create(
                        "/cards",
                        "{\"customer_id\":\""
                                + customer
                                + "\",\"type\":\"virtual\",\"currency\":\"EUR\"}");
        String bought = key.buy(card, 4200);
        key.clear(bought, 4200);
        key.night();
        transaction = TransactionId.parse(bought).orElseThrow().value();
        date = one("select business_date from night", LocalDate.class);
        record = one("select id from settlement_line", UUID.class);
        key.create(
                "/test_helpers/funding_accounts",
                "{\"currency\":\"USD\",\"balance\":100,\"customer_id\":\"" + customer + "\"}");
        jdbi.useTransaction(CompleteFilesIT::write);
        dispute = one("select id from dispute where status = 'open' limit 1", UUID.class);
        product.sealTrail();
    }

    @AfterAll
    static void end() {
        product.stop();
        broker.close();
    }

    private static void write(Handle handle) {
        copy(
                handle,
                "transaction",
                HITS,
                Map.of("id", id("t"), "identity", id("t"), "network_txn_id", "'MANY'"));
        copy(
                handle,
                "settlement_line",
                MANY,
                Map.of(
                        "id",
                        id("l"),
                        "arn",
                        "'A' || number",
                        "outcome",
                        "'suspended'",
                        "transaction_id",
                        "null"));
        copy(
                handle,
                "ledger_row",
                MANY,
                Map.of(
                        "subject", id("j"),
                        "debit_account", "'2100'",
                        "credit_account", "'2010'",
                        "released_minor", "null",
                        "amount_minor", "number"));
        copy(
                handle,
                "ledger_row",
                MANY,
                Map.of(
                        "subject", id("p"),
                        "event", "'network_paid'",
                        "debit_account", "'2010'",
                        "credit_account", "'1010'",
                        "released_minor", "null",
                        "amount_minor", "number"));
        copy(handle, "card", MANY, Map.of("id", id("c"), "lineage_id", id("c")));
        copy(handle, "customer", MANY, Map.of("id", id("u")));
        copy(handle, "funding_account", MANY, Map.of("id", id("f"), "customer_id", id("u")));
        copy(
                handle,
                "api_key",
                1_500,
                Map.of(
                        "id", "'key_many' || number",
                        "key_sha256", "sha256(('many' || number)::bytea)"));
        copy(handle, "operator", 1_500, Map.of("name", "'many' || number"));
        handle.execute(
                """
                insert into open_hold (transaction_id, mode, account_id, card_id, currency,
                                       held_minor, hold_until, created_at)
                select id, mode, account_id, card_id, currency, 100, date '2030-01-01', created_at
                  from transaction
                """);
        handle.execute(
                """
                insert into break (id, type, severity, subject, origin_date, account_id, mode,
                                   transaction_id, amount_minor, currency, state, detail,
                                   created_at, updated_at)
                select md5(state || number)::uuid, 'AMOUNT_OVER',
                       (array['critical', 'high', 'medium', 'low', 'info'])[1 + number % 5],
                       md5(state || number)::uuid, date '2026-01-01' + number % 40, account_id,
                       mode, id, number, 'EUR', state, '{}', created_at, created_at
                  from transaction, generate_series(1, ?) number,
                       (values ('open'), ('resolved')) as found (state)
                 where network_txn_id is distinct from 'MANY'
                """,
                MANY);
        handle.execute(
                """
                insert into dispute_assessment (break_id, mode, business_date, outcome, transaction_id,
                                                reason, amount_minor, currency, deadline, evidence)
                select id, mode, origin_date, 'proposed', transaction_id, 'other', 10, 'EUR',
                       date '2030-01-01' + (amount_minor % 30)::integer, '{}'
                  from break
                 where state = 'open'
                """);
        handle.execute(
                """
                insert into dispute (id, account_id, mode, transaction_id, amount_minor, currency,
                                     reason, status, created_at, updated_at, resolved_at)
                select md5(state || id)::uuid, account_id, mode, id, 10, currency, 'other', state,
                       created_at, created_at,
                       case when state = 'withdrawn' then created_at end
                  from transaction, (values ('open'), ('withdrawn')) as found (state)
                 where network_txn_id = 'MANY'
                """);
        handle.execute(
                """
                insert into quarantined_message (feed_partition, feed_offset, received_at, reason,
                                                 detail, body, state)
                select 1, number, now(), 'not_json', '=1+1', '{}', 'waiting'
                  from generate_series(1, 5200) number
                """);
        handle.execute(
                """
                insert into audit_inbox (at, actor_kind, actor, action, subject, remark)
                select now(), 'command', 'many', 'key.create', '', ''
                  from generate_series(1, ?) number
                """,
                MANY);
        handle.execute(
                """
                insert into night (id, mode, business_date, number, closes, state, started_at,
                                   ended_at)
                select -number, 'sandbox', date '2020-01-01' + number, 1, true, 'completed',
                       now(), now()
                  from generate_series(1, ?) number
                """,
                DAYS);
        handle.execute(
                """
                insert into ledger_day (mode, business_date, account, currency, debit_minor,
                                        credit_minor)
                select 'sandbox', business_date, '2010', currency, 1, 2
                  from night, (values ('EUR'), ('JPY'), ('BHD')) as of (currency)
                 where id < 0
                """);
        handle.execute("analyze");
    }

    private static String id(String kind) {
        return "md5('" + kind + "' || number)::uuid";
    }

    /** Copies one row of a table, with other values in some of its columns. */
    private static void copy(Handle handle, String table, int times, Map<String, String> changed) {
        List<String> columns =
                handle.createQuery(
                                """
                                select column_name::text
                                  from information_schema.columns
                                 where table_schema = 'public'
                                   and table_name = :table
                                   and is_generated = 'NEVER'
                                """)
                        .bind("table", table)
                        .mapTo(String.class)
                        .list();
        List<String> values =
                columns.stream()
                        .map(column -> changed.getOrDefault(column, "template." + column))
                        .toList();
        handle.execute(
                "insert into %s (%s) select %s from (select * from %s limit 1) template, generate_series(1, %s) number"
                        .formatted(
                                table,
                                String.join(", ", columns),
                                String.join(", ", values),
                                table,
                                times));
    }

    private static <T> T one(String sql, Class<T> type) {
        return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(type).one());
    }

    /**
     * A file and its list.
     *
     * @param route as the console has it, without what names the console and the books
     * @param query behind its address
     * @param rows counts those of the list; null where there are few by nature, one at least
     */
    private record FileCase(String route, String query, String rows) {

        String path(String pattern) {
            return pattern.replace("{mode}", "sandbox")
                            .replace("cards/{id}", "cards/" + card)
                            .replace(
                                    "transactions/{id}",
                                    "transactions/" + new TransactionId(transaction))
                            .replace("disputes/{id}", "disputes/" + new DisputeId(dispute))
                            .replace("records/{id}", "records/" + IdText.write("clr_", record))
                            .replace("nights/{id}", "nights/1")
                            .replace("{account}", "2010")
                            .replace("{currency}", "EUR")
                            .replace("{date}", date.toString())
                            .replace("{component}", query.startsWith("#") ? query.substring(1) : "")
                    + (query.startsWith("#") ? "" : query);
        }
    }

    private static List<FileCase> cases() {
        String open = "select count(*) from break where state = 'open'";
        return List.of(
                new FileCase(
                        "audit.csv",
                        "?actor=many",
                        "select count(*) from audit_entry where actor = 'many'"),
                new FileCase("operators.csv", "", "select count(*) from operator"),
                new FileCase("keys.csv", "", "select count(*) from api_key"),
                new FileCase("breaks.csv", "", open),
                new FileCase("breaks.csv", "?severity=low", open + " and severity = 'low'"),
                new FileCase(
                        "breaks.csv",
                        "?state=closed",
                        "select count(*) from break where state = 'resolved'"),
                new FileCase("proposals.csv", "", "select count(*) from dispute_assessment"),
                new FileCase(
                        "disputes.csv", "", "select count(*) from dispute where status = 'open'"),
                new FileCase(
                        "disputes.csv",
                        "?state=closed",
                        "select count(*) from dispute where status = 'withdrawn'"),
                new FileCase("disputes/{id}/journals.csv", "", "select 0"),
                new FileCase("quarantine.csv", "", "select count(*) from quarantined_message"),
                new FileCase("search.csv", "", "select count(*) from transaction" + SANDBOX),
                new FileCase(
                        "search.csv",
                        "?status=settled",
                        "select count(*) from transaction" + SANDBOX + " and status = 'settled'"),
                new FileCase("search.csv", "?status=declined", "select 0"),
                new FileCase("search/customers.csv", "?q=" + customer, "select 1"),
                new FileCase("search/cards.csv", "?q=" + customer, "select count(*) from card"),
                new FileCase("cards/{id}/transactions.csv", "", "select count(*) from transaction"),
                new FileCase(
                        "transactions/{id}/journals.csv",
                        "",
                        "select count(*) from ledger_entry where subject in ('%s', '%s')"
                                .formatted(record, transaction)),
                new FileCase("records/{id}/journals.csv", "", null),
                new FileCase(
                        "nights/{id}/skipped.csv",
                        "",
                        "select count(*) from settlement_line where outcome = 'suspended'"),
                new FileCase("nights/{id}/steps.csv", "", null),
                new FileCase("nights.csv", "", "select count(*) from night"),
                new FileCase(
                        "months.csv",
                        "",
                        "select count(distinct date_trunc('month', business_date)) from night"),
                new FileCase("balance.csv", "", null),
                new FileCase(
                        "balance/{account}/{currency}.csv",
                        "?date=" + date,
                        "select count(*) from ledger_entry where '2010' in (debit_account,"
                                + " credit_account)"),
                new FileCase("holds.csv", "", "select count(*) from open_hold"),
                new FileCase("holds/releases.csv", "", null),
                new FileCase("funding.csv", "", "select count(*) from funding_account"),
                new FileCase(
                        "proof.csv",
                        "",
                        "select count(distinct (business_date, currency)) from ledger_day"),
                new FileCase(
                        "proof/{date}/{currency}/{component}.csv",
                        "#purchase",
                        "select count(*) from settlement_line"),
                new FileCase(
                        "proof/{date}/{currency}/{component}.csv",
                        "#paid",
                        "select count(*) from ledger_entry where event = 'network_paid'"));
    }

    /** A file that is added has to be added here, and is complete from its first day. */
    @Test
    void haveEveryRowOfTheirLists() {
        SoftAssertions all = new SoftAssertions();
        for (String route : product.routes()) {
            if (route.startsWith("GET /console/") && route.endsWith(".csv")) {
                String name = route.substring("GET /console/".length()).replace("{mode}/", "");
                List<FileCase> found =
                        cases().stream().filter(each -> each.route().equals(name)).toList();
                all.assertThat(found).as(name).isNotEmpty();
                found.forEach(
                        each -> all.check(() -> compare(each, each.path(route.substring(4)))));
            }
        }
        all.assertAll();
    }

    private static void compare(FileCase file, String path) {
        String text = reader.page(path);
        List<String> lines = text.lines().toList();
        assertThat(text).as(path).endsWith("\r\n");
        assertThat(lines).as(path).doesNotHaveDuplicates();
        if (file.rows() == null) {
            assertThat(lines).as(path).hasSizeGreaterThan(1);
        } else {
            assertThat(lines.size() - 1).as(path).isEqualTo(one(file.rows(), Integer.class));
        }
    }

    @Test
    void areRefusedWithTheReasonWhereTheyWouldEndBeforeTheirList() {
        assertThat(refused("/console/sandbox/search.csv?q=MANY"))
                .contains("more than 10,000 rows", "Search for something that fewer have.");
    }

    private static String refused(String path) {
        HttpResponse<String> reply = reader.get(path);
        assertThat(reply.statusCode()).as(path).isEqualTo(409);
        assertThat(reply.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT))
                .startsWith("text/html");
        return reply.body();
    }
}
