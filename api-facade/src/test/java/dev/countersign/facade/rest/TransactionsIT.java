package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.simulate.SimulatedBook;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.testkit.Patience;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Transactions over REST, after a feed of which it is known how it ends. */
class TransactionsIT {

    private static final int MESSAGES = 1_500;
    private static final long SEED = 77;

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);
    private static final ApiCaller LIVE = TestProduct.running().caller(Mode.LIVE);
    private static TrafficSimulator simulator;
    private static List<String> expected;

    @BeforeAll
    static void readAFeed() throws InterruptedException {
        List<SimulatedCard> cards =
                SimulatedBook.issue(TestProduct.running().book().sandboxCards(), SEED, 20);
        simulator =
                new TrafficSimulator(
                        cards,
                        Traffic.overDays(SEED, LocalDate.parse("2026-11-19"), 3, MESSAGES, 0));
        TestProduct.running().feed().send(simulator);
        expected = new ArrayList<>();
        simulator
                .truth()
                .forEach(
                        (card, truth) ->
                                truth.transactions()
                                        .values()
                                        .forEach(
                                                end ->
                                                        expected.add(
                                                                "%s %s %s %s"
                                                                        .formatted(
                                                                                card.id(),
                                                                                end.status(),
                                                                                end.amount(),
                                                                                end
                                                                                        .declineReason()))));
        Patience.until(
                () -> all("").stream().map(TransactionsIT::line).toList().containsAll(expected));
    }

    @Test
    void showsWhatTheFeedMustComeTo() {
        List<JsonNode> found =
                simulator.truth().keySet().stream()
                        .flatMap(card -> all("card_id=" + card.id()).stream())
                        .toList();

        assertThat(found.stream().map(TransactionsIT::line))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void listsNewestFirstInPagesThatHoldEachOnce() {
        List<String> times = all("").stream().map(one -> one.get("created_at").asString()).toList();
        List<String> ids = all("limit=7").stream().map(one -> one.get("id").asString()).toList();

        assertThat(times).isSortedAccordingTo((one, other) -> other.compareTo(one));
        assertThat(ids).doesNotHaveDuplicates().hasSize(times.size());
    }

    @ParameterizedTest
    @CsvSource({
        "status=declined, status, declined",
        "status=authorized, status, authorized",
        "currency=EUR, currency, EUR"
    })
    void showsOnlyWhatFitsTheFilter(String filter, String member, String value) {
        List<JsonNode> found = all(filter);

        assertThat(found).isNotEmpty();
        assertThat(found)
                .allSatisfy(one -> assertThat(one.get(member).asString()).isEqualTo(value));
        assertThat(found)
                .hasSize(
                        (int)
                                all("").stream()
                                        .filter(one -> one.get(member).asString().equals(value))
                                        .count());
    }

    @Test
    void cutsATimeAtItsBoundsToTheMillisecond() {
        String at = all("").get(10).get("created_at").asString();

        assertThat(all("created_gte=" + at))
                .allSatisfy(
                        one ->
                                assertThat(one.get("created_at").asString())
                                        .isGreaterThanOrEqualTo(at));
        assertThat(all("created_lt=" + at))
                .allSatisfy(one -> assertThat(one.get("created_at").asString()).isLessThan(at));
        assertThat(all("created_gte=" + at).size() + all("created_lt=" + at).size())
                .isEqualTo(all("").size());
    }

    @Test
    void showsOneByItsId() {
        JsonNode one = all("limit=1").getFirst();

        Reply reply = SANDBOX.get("/transactions/" + one.get("id").asString());

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo(one);
        assertThat(reply.header("Request-Id")).matches("req_[0-9A-HJKMNP-TV-Z]{26}");
        assertThat(reply.header("Api-Version")).isEqualTo("2026-10");
    }

    @Test
    void keepsTheModesApart() {
        String id = all("limit=1").getFirst().get("id").asString();

        assertThat(LIVE.get("/transactions/" + id).status()).isEqualTo(404);
        assertThat(LIVE.get("/transactions").body().get("data")).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1} {2} {3}")
    @CsvSource({
        "/transactions?limit=0, 400, limit_invalid, limit",
        "/transactions?limit=101, 400, limit_invalid, limit",
        "/transactions?limit=ten, 400, limit_invalid, limit",
        "/transactions?limit=, 400, limit_invalid, limit",
        "/transactions?status=paid, 400, query_invalid, status",
        "/transactions?currency=eur, 400, query_invalid, currency",
        "/transactions?created_gte=today, 400, query_invalid, created_gte",
        "/transactions?created_lt=2026-13-01T00:00:00Z, 400, query_invalid, created_lt",
        "/transactions?created_gte=-1000000000-01-01T00:00:00Z, 400, query_invalid, created_gte",
        "/transactions?created_lt=%2B10000-01-01T00:00:00Z, 400, query_invalid, created_lt",
        "/transactions?starting_after=nothing, 400, cursor_invalid, starting_after",
        "/transactions?colour=red, 400, query_invalid, colour",
        "/transactions?limit=1&limit=2, 400, query_invalid, limit",
        "/transactions/txn_01M7YD0S3RFBBBXP1DQY2A601C, 404, resource_missing, transaction_id",
        "/transactions/7, 404, resource_missing, transaction_id",
        "/nothing-here, 404, route_unknown, ''"
    })
    void saysWhatIsWrong(String path, int status, String code, String param) {
        Reply reply = SANDBOX.get(path);

        assertThat(reply.refusal()).isEqualTo(status + " " + code + " " + param);
        assertThat(reply.text("/error/message")).isNotBlank();
        assertThat(reply.text("/error/request_id")).isEqualTo(reply.header("Request-Id"));
        assertThat(reply.body().get("error").propertyNames())
                .containsExactly("type", "code", "message", "param", "request_id");
    }

    @Test
    void refusesACursorOfAnotherList() {
        String cursor = SANDBOX.get("/transactions?limit=1").text("/next_cursor");
        String quoted = URLEncoder.encode(cursor, StandardCharsets.UTF_8);

        assertThat(SANDBOX.get("/transactions?limit=5&starting_after=" + quoted).status())
                .isEqualTo(200);
        for (Reply other :
                List.of(
                        SANDBOX.get("/transactions?status=declined&starting_after=" + quoted),
                        LIVE.get("/transactions?starting_after=" + quoted),
                        SANDBOX.get("/transactions?starting_after=B" + quoted.substring(1)))) {
            assertThat(other.status()).isEqualTo(400);
            assertThat(other.text("/error/code")).isEqualTo("cursor_invalid");
        }
    }

    @Test
    void findsNothingForAnUnknownCard() {
        Reply reply = SANDBOX.get("/transactions?card_id=card_nobody");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body().get("data")).isEmpty();
        assertThat(reply.body().get("has_more").booleanValue()).isFalse();
        assertThat(reply.body().get("next_cursor").isNull()).isTrue();
    }

    @Test
    void asksForTheKeyOfThisAddress() {
        TestProduct product = TestProduct.running();

        assertCode(
                product.callerWith(Mode.SANDBOX, "").get("/transactions"), 401, "api_key_missing");
        assertCode(
                product.callerWith(Mode.SANDBOX, "sk_test_wrong").get("/transactions"),
                401,
                "api_key_invalid");
        for (Mode mode : Mode.values()) {
            assertCode(
                    product.callerWithOtherKey(mode).get("/transactions"),
                    401,
                    "api_key_wrong_mode");
        }
        assertCode(
                SANDBOX.send("GET", "/transactions", "", Map.of("Authorization", "Basic abc")),
                401,
                "api_key_invalid");
        assertCode(
                SANDBOX.send("GET", "/transactions", "", Map.of("Api-Version", "2020-01")),
                400,
                "version_unsupported");
    }

    private static void assertCode(Reply reply, int status, String code) {
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.text("/error/code")).isEqualTo(code);
    }

    private static String line(JsonNode one) {
        return "%s %s %s %s"
                .formatted(
                        one.get("card_id").asString(),
                        one.get("status").asString(),
                        one.get("amount").longValue(),
                        one.get("decline_reason").asString(null));
    }

    /** All pages of a list. */
    private static List<JsonNode> all(String query) {
        List<JsonNode> found = new ArrayList<>();
        String cursor = "";
        do {
            Reply page =
                    SANDBOX.get(
                            "/transactions?"
                                    + query
                                    + (query.contains("limit") ? "" : "&limit=100")
                                    + (cursor.isEmpty()
                                            ? ""
                                            : "&starting_after="
                                                    + URLEncoder.encode(
                                                            cursor, StandardCharsets.UTF_8)));
            assertThat(page.status()).as(page.body().toString()).isEqualTo(200);
            page.body().get("data").forEach(found::add);
            cursor = page.text("/next_cursor");
            assertThat(page.body().get("has_more").booleanValue()).isEqualTo(!cursor.isEmpty());
        } while (!cursor.isEmpty());
        return found;
    }
}
