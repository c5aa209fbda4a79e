package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.testkit.Patience;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Amounts up to the largest that a message can carry, from the feed to every page and file. */
class ExtremeAmountsPagesIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final long MAX = Long.MAX_VALUE;
    private static final int PAGES_MAX = 150;
    private static final Pattern LINK = Pattern.compile("href=\"(/console/[^\"#]*)\"");

    private static final List<String> purchases = new ArrayList<>();
    private static ConsoleCaller reader;
    private static String card;

    @BeforeAll
    static void makeADay() throws InterruptedException {
        reader = ConsoleCaller.somebody(PRODUCT, "extremes-reader", OperatorRole.VIEWER);
        ApiCaller sandbox = PRODUCT.caller(Mode.SANDBOX);
        card =
                sandbox.create(
                        "/cards",
                        "{\"customer_id\":\""
                                + sandbox.customer()
                                + "\",\"type\":\"virtual\",\"currency\":\"GBP\"}");
        for (int times = 0; times < 2; times++) {
            String purchase = sandbox.buy(card, MAX);
            purchases.add(purchase);
            clear(sandbox, "{\"transaction_id\":\"" + purchase + "\",\"amount\":" + MAX + "}");
        }
        clear(sandbox, "{\"card_id\":\"" + card + "\",\"amount\":" + MAX + "}");
        sandbox.post(
                "/test_helpers/refunds", "{\"card_id\":\"" + card + "\",\"amount\":" + MAX + "}");
        PRODUCT.feed()
                .send(List.of(clearing(1, -MAX), clearing(2, MAX), clearing(3, Long.MIN_VALUE)));
        Patience.until(() -> cleared() == 3);
        sandbox.put("/cards/" + card + "/spending-controls", "{\"daily_limit\":1000}");
        purchases.add(sandbox.buy(card, MAX));
        for (int nights = 0; nights < 2; nights++) {
            sandbox.night();
        }
    }

    private static void clear(ApiCaller sandbox, String body) {
        assertThat(sandbox.post("/test_helpers/clearings", body).status()).isEqualTo(202);
    }

    private static SimulatedMessage clearing(int number, long interchange) {
        Instant now = Instant.now();
        return new SimulatedMessage(
                now,
                card,
                """
                {"schema_version":1,"message_id":"%s","kind":"clearing","network":"visa",\
                "source":{"system":"test"},"transmitted_at":"%s","card_id":"%s",\
                "refs":{"network_txn_id":"EXTREME%s","arn":"9900000000000000000000%s",\
                "acquirer_id":"400001"},"processing_code":"000000","direction":"debit",\
                "amount":{"value":%s,"currency":"GBP"},\
                "merchant_amount":{"value":%s,"currency":"GBP"},\
                "merchant":{"id":"M1","name":"SHOP","mcc":"5812","country":"IT"},\
                "interchange":{"amount":%s,"currency":"GBP"},\
                "settlement":{"settlement_date":"2026-12-01","cycle":1,"service":"intl",\
                "institution_id":"1000000000","currency":"GBP","amount":%s}}"""
                        .formatted(
                                UUID.randomUUID(),
                                now,
                                card,
                                number,
                                number,
                                MAX,
                                MAX,
                                interchange,
                                MAX),
                true);
    }

    private static long cleared() {
        return Jdbi.create(PRODUCT.databaseUrl())
                .withHandle(
                        handle ->
                                handle.createQuery(
                                                "select count(*) from clearing where arn like '9900000%'")
                                        .mapTo(Long.class)
                                        .one());
    }

    @Test
    void showsWhatACardHasSpentInAll() {
        assertThat(reader.page("/console/sandbox/cards/" + card))
                .containsPattern("[0-9]{3}(,[0-9]{3}){5}[.][0-9]{2}");
        assertThat(reader.page("/console/sandbox/transactions/" + purchases.getLast()))
                .contains("92,233,720,368,547,758.07");
    }

    /** From page to page, and every file that one offers. */
    @Test
    void showsEveryPageAndFile() {
        Deque<String> due = new ArrayDeque<>(List.of("/console/sandbox/cards/" + card));
        purchases.forEach(purchase -> due.add("/console/sandbox/transactions/" + purchase));
        List.of("proof", "breaks", "balance", "holds", "disputes", "nights", "now")
                .forEach(page -> due.add("/console/sandbox/" + page));
        Set<String> known = new HashSet<>(due);
        int files = 0;
        for (int read = 0; read < PAGES_MAX && !due.isEmpty(); read++) {
            String path = due.remove();
            HttpResponse<String> reply = reader.get(path);
            assertThat(reply.statusCode()).as(path).isLessThan(404);
            String type = reply.headers().firstValue("Content-Type").orElse("");
            files += type.contains("text/html") ? 0 : 1;
            LINK.matcher(reply.body())
                    .results()
                    .map(link -> link.group(1).replace("&amp;", "&"))
                    .filter(link -> !link.contains("logout") && !link.contains("/assets/"))
                    .filter(known::add)
                    .forEach(due::add);
        }
        assertThat(files).as("files among %s", known).isGreaterThan(5);
    }
}
