package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Customers and programs over REST, and what every create and list has in common. */
class CustomersIT {

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);
    private static final ApiCaller LIVE = TestProduct.running().caller(Mode.LIVE);

    @Test
    void createsACustomerWithEverythingAndShowsIt() {
        Reply created =
                SANDBOX.post(
                        "/customers",
                        """
                        {"type":"business","external_id":"%s","name":{"first":"Ada","last":"L"},
                         "email":"ada@example.com","phone":"+4930123456","metadata":{"tier":"gold"}}
                        """
                                .formatted(UUID.randomUUID()));

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.text("/object")).isEqualTo("customer");
        assertThat(created.text("/id")).matches("cus_[0-9A-HJKMNP-TV-Z]{26}");
        assertThat(created.text("/status")).isEqualTo("active");
        assertThat(created.text("/name/first")).isEqualTo("Ada");
        assertThat(created.text("/metadata/tier")).isEqualTo("gold");
        assertThat(created.text("/created_at")).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}\\.\\d{3}Z");
        assertThat(SANDBOX.get("/customers/" + created.text("/id")).body())
                .isEqualTo(created.body());
        assertThat(LIVE.get("/customers/" + created.text("/id")).status()).isEqualTo(404);
    }

    @ParameterizedTest(name = "{0} {1}: {2} {3} {4}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "POST; {; 400; body_malformed;",
                "POST; []; 400; body_malformed;",
                "POST; {\"type\":\"individual\",\"type\":\"business\"}; 400; body_malformed;",
                "POST; {}; 400; parameter_missing; type",
                "POST; {\"type\":7}; 400; parameter_type_invalid; type",
                "POST; {\"type\":\"individual\",\"email\":null}; 400; parameter_type_invalid; email",
                "POST; {\"type\":\"individual\",\"colour\":\"red\"}; 400; parameter_unknown; colour",
                "POST; {\"type\":\"individual\",\"name\":{\"middle\":\"x\"}}; 400; parameter_unknown; name.middle",
                "POST; {\"type\":\"individual\",\"metadata\":{\"a\":1}}; 400; parameter_type_invalid; metadata.a",
                "POST; {\"type\":\"robot\"}; 422; value_invalid; type",
                "POST; {\"type\":\"individual\",\"status\":\"inactive\"}; 422; property_not_updatable; status",
                "POST; {\"type\":\"individual\",\"email\":\"nobody\"}; 422; format_invalid; email",
                "POST; {\"type\":\"individual\",\"phone\":\"030 1\"}; 422; format_invalid; phone",
                "PATCH; {}; 422; no_properties;",
                "PATCH; {\"type\":\"business\"}; 422; property_not_updatable; type",
                "PATCH; {\"external_id\":\"x\"}; 422; property_not_updatable; external_id",
                "PATCH; {\"colour\":1}; 400; parameter_unknown; colour"
            })
    void saysWhatIsWrongWithABody(
            String method, String body, int status, String code, String param) {
        String path = method.equals("POST") ? "/customers" : "/customers/" + SANDBOX.customer();

        Reply reply = SANDBOX.send(method, path, body, Map.of());

        assertThat(reply.text("/error/code")).as(reply.body().toString()).isEqualTo(code);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body().at("/error/param").asString(null)).isEqualTo(param);
        assertThat(reply.text("/error/request_id")).isEqualTo(reply.header("Request-Id"));
    }

    @Test
    void measuresTextsInCharacters() {
        String hundred = "ä".repeat(100);
        String create = "{\"type\":\"individual\",\"name\":{\"first\":\"%s\"}}";

        assertThat(SANDBOX.post("/customers", create.formatted(hundred)).status()).isEqualTo(201);
        Reply longer = SANDBOX.post("/customers", create.formatted(hundred + "x"));
        assertThat(longer.text("/error/code")).isEqualTo("value_too_long");
        assertThat(longer.text("/error/param")).isEqualTo("name.first");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "text/plain",
                "*/*",
                "application/*",
                "application/json;charset=iso-8859-1",
                "application/json; charset=utf-16",
                "application/json; charset=no-such-one",
                "multipart/form-data; boundary=x",
                "application/x-www-form-urlencoded",
                "json"
            })
    void takesNothingButJsonInUtf8(String type) {
        Reply reply =
                SANDBOX.send(
                        "POST",
                        "/customers",
                        "{\"type\":\"individual\"}",
                        Map.of("Content-Type", type));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("/error/code")).isEqualTo("content_type_invalid");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"\\ud800", "\\udc00x", "\\ud800\\ud800"})
    void refusesHalfACharacterWhereverItStands(String half) {
        for (String member :
                List.of(
                        "\"external_id\":\"%s\"",
                        "\"name\":{\"first\":\"%s\"}",
                        "\"metadata\":{\"a\":\"%s\"}",
                        "\"metadata\":{\"%s\":\"a\"}")) {
            Reply reply =
                    SANDBOX.post(
                            "/customers",
                            "{\"type\":\"individual\",%s}".formatted(member.formatted(half)));

            assertThat(reply.status()).as(reply.body().toString()).isEqualTo(400);
            assertThat(reply.text("/error/code")).isEqualTo("body_malformed");
        }
    }

    @Test
    void refusesANulInAFilter() {
        Reply reply = SANDBOX.get("/customers?external_id=%00");

        assertThat(reply.refusal()).isEqualTo("400 query_invalid external_id");
    }

    @Test
    void wantsJsonThatIsNotTooLarge() {
        assertThat(
                        SANDBOX.send(
                                        "POST",
                                        "/customers",
                                        "{\"type\":\"individual\"}",
                                        Map.of("Content-Type", "text/plain"))
                                .text("/error/code"))
                .isEqualTo("content_type_invalid");
        Reply large =
                SANDBOX.post(
                        "/customers",
                        "{\"type\":\"individual\",\"email\":\"" + "x".repeat(1_100_000) + "\"}");
        assertThat(large.status()).isEqualTo(413);
        assertThat(large.text("/error/type")).isEqualTo("invalid_request");
    }

    @Test
    void knowsAnotherMethodAndSaysWhichThereAre() {
        Reply reply = SANDBOX.delete("/customers/" + SANDBOX.customer());

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("Allow")).contains("GET").contains("PATCH");
        assertThat(reply.text("/error/request_id")).startsWith("req_");
    }

    @Test
    void mergesAnUpdateMemberByMember() {
        String id =
                SANDBOX.create(
                        "/customers",
                        """
                        {"type":"individual","name":{"first":"Ada","last":"L"},"email":"ada@example.com",
                         "metadata":{"keep":"1","drop":"2"}}
                        """);

        Reply merged =
                SANDBOX.patch(
                        "/customers/" + id,
                        "{\"name\":{\"last\":\"Byron\"},\"email\":null,\"metadata\":{\"drop\":null,\"new\":\"3\"}}");

        assertThat(merged.status()).isEqualTo(200);
        assertThat(merged.text("/name/first")).isEqualTo("Ada");
        assertThat(merged.text("/name/last")).isEqualTo("Byron");
        assertThat(merged.body().has("email")).isFalse();
        assertThat(merged.body().get("metadata").toString())
                .isEqualTo("{\"keep\":\"1\",\"new\":\"3\"}");
        assertThat(SANDBOX.patch("/customers/" + id, "{\"metadata\":null}").body().get("metadata"))
                .isEmpty();
        assertThat(SANDBOX.patch("/customers/" + id, "{\"name\":null}").body().has("name"))
                .isFalse();
    }

    @Test
    void boundsMetadataOnTheResult() {
        String id = SANDBOX.customer();
        String fifty =
                IntStream.range(0, 50)
                        .mapToObj(i -> "\"k" + i + "\":\"v\"")
                        .collect(Collectors.joining(","));
        assertThat(SANDBOX.patch("/customers/" + id, "{\"metadata\":{" + fifty + "}}").status())
                .isEqualTo(200);

        Reply more = SANDBOX.patch("/customers/" + id, "{\"metadata\":{\"one\":\"more\"}}");
        assertThat(more.text("/error/code")).isEqualTo("metadata_too_many_keys");
        Reply exchanged =
                SANDBOX.patch("/customers/" + id, "{\"metadata\":{\"one\":\"more\",\"k0\":null}}");
        assertThat(exchanged.status()).isEqualTo(200);
        Reply longValue =
                SANDBOX.patch(
                        "/customers/" + id, "{\"metadata\":{\"k1\":\"" + "x".repeat(501) + "\"}}");
        assertThat(longValue.text("/error/code")).isEqualTo("metadata_value_invalid");
        assertThat(longValue.text("/error/param")).isEqualTo("metadata.k1");
    }

    @Test
    void keepsExternalIdsUniqueWithinABookWhoeverIsFaster() throws Exception {
        String body = "{\"type\":\"individual\",\"external_id\":\"" + UUID.randomUUID() + "\"}";

        List<Reply> replies = simultaneously(8, () -> SANDBOX.post("/customers", body));

        assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.status() == 409))
                .hasSize(7)
                .allSatisfy(
                        reply -> {
                            assertThat(reply.text("/error/code")).isEqualTo("external_id_in_use");
                            assertThat(reply.text("/error/type")).isEqualTo("conflict");
                        });
        assertThat(LIVE.post("/customers", body).status()).isEqualTo(201);
    }

    @Test
    void doesOnceWhatCarriesAKey() throws Exception {
        String key = UUID.randomUUID().toString();
        String body = "{\"type\":\"individual\"}";

        List<Reply> replies = simultaneously(12, () -> SANDBOX.post("/customers", body, key));
        Reply again = SANDBOX.post("/customers", "{ \"type\" : \"individual\" }", key);

        assertThat(
                        replies.stream()
                                .filter(reply -> reply.status() == 201)
                                .map(reply -> reply.text("/id"))
                                .distinct())
                .hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.status() != 201))
                .allSatisfy(
                        reply ->
                                assertThat(reply.text("/error/code"))
                                        .isEqualTo("idempotency_key_in_use"));
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        Reply reused = SANDBOX.post("/customers", "{\"type\":\"business\"}", key);
        assertThat(reused.refusal()).isEqualTo("422 idempotency_key_reused Idempotency-Key");
        assertThat(LIVE.post("/customers", body, key).header("Idempotent-Replayed")).isEmpty();
    }

    @Test
    void forgetsAKeyWhoseCreateFailed() {
        String key = UUID.randomUUID().toString();
        assertThat(SANDBOX.post("/customers", "{\"type\":\"robot\"}", key).status()).isEqualTo(422);
        assertThat(SANDBOX.post("/customers", "{\"type\":\"business\"}", key).status())
                .isEqualTo(201);
        assertThat(
                        SANDBOX.post("/customers", "{\"type\":\"business\"}", "k".repeat(256))
                                .text("/error/code"))
                .isEqualTo("idempotency_key_invalid");
    }

    @Test
    void listsByExternalIdAndStatus() {
        String external = UUID.randomUUID().toString();
        String id =
                SANDBOX.create(
                        "/customers",
                        "{\"type\":\"individual\",\"external_id\":\"" + external + "\"}");

        assertThat(SANDBOX.get("/customers?external_id=" + external).text("/data/0/id"))
                .isEqualTo(id);
        assertThat(
                        SANDBOX.get("/customers?external_id=" + external + "&status=inactive")
                                .body()
                                .get("data"))
                .isEmpty();
        assertThat(SANDBOX.get("/customers?status=gone").text("/error/code"))
                .isEqualTo("query_invalid");
        assertThat(SANDBOX.get("/customers?limit=1").text("/data/0/id")).isNotEmpty();
    }

    /** The texts of the one run together as those of the other. */
    @Test
    void tellsTheCursorsOfOtherFiltersApart() {
        String external = UUID.randomUUID().toString();
        SANDBOX.create("/customers", "{\"type\":\"individual\"}");
        SANDBOX.create("/customers", "{\"type\":\"individual\"}");
        String cursor = SANDBOX.get("/customers?status=active&limit=1").text("/next_cursor");

        assertThat(
                        SANDBOX.get(
                                        "/customers?external_id=%s%%2C%%20status%%3Dactive&starting_after=%s"
                                                .formatted(external, cursor))
                                .text("/error/code"))
                .isEqualTo("cursor_invalid");
    }

    @Test
    void showsTheProgramsOfTheFirstStart() {
        Reply programs = SANDBOX.get("/programs");

        assertThat(programs.body().get("data")).hasSize(2);
        assertThat(programs.text("/data/0/object")).isEqualTo("program");
        String id = programs.text("/data/0/id");
        assertThat(SANDBOX.get("/programs/" + id).body()).isEqualTo(programs.body().at("/data/0"));
        assertThat(LIVE.get("/programs/" + id).status()).isEqualTo(404);
    }

    static List<Reply> simultaneously(int times, Callable<Reply> call) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(times)) {
            List<Future<Reply>> futures =
                    threads.invokeAll(IntStream.range(0, times).mapToObj(i -> call).toList());
            List<Reply> replies = new ArrayList<>();
            for (Future<Reply> future : futures) {
                replies.add(future.get());
            }
            return replies;
        }
    }
}
