package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.CapturedLog;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.quarantine.QuarantineEntry;
import dev.countersign.reconcile.domain.quarantine.QuarantineFilter;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
import dev.countersign.reconcile.testkit.Patience;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Free text of callers, networks and operators. */
class FreeTextIT {

    private static final org.slf4j.Logger log = LoggerFactory.getLogger(FreeTextIT.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiCaller SANDBOX = PRODUCT.caller(Mode.SANDBOX);
    private static final Set<String> METHODS = Set.of("post", "put", "patch");
    private static final int[] REFUSED = {
        0, 1, 0x0B, 0x1F, 0x7F, 0x85, 0x2028, 0x202E, 0x2066, 0xFDD0, 0xFFFE, 0xFFFF
    };

    private final long seed = Long.getLong("test.seed", System.nanoTime());

    /** A text member of a body: how to get to it, and where it says a fault is. */
    private record Member(List<String> path, boolean item) {

        String param() {
            return String.join(".", path);
        }

        /** Puts a text there, and what stands around it. */
        void put(ObjectNode body, String text) {
            ObjectNode object = body;
            for (String name : path.subList(0, path.size() - 1)) {
                object =
                        object.get(name) instanceof ObjectNode inner
                                ? inner
                                : object.putObject(name);
            }
            if (item) {
                object.putArray(path.getLast()).add(text);
            } else {
                object.put(path.getLast(), text);
            }
        }
    }

    @Test
    void isRefusedInEveryMemberWhereNoReportCanCarryIt() throws Exception {
        String used = SANDBOX.card("virtual");
        Map<String, String> known =
                Map.of(
                        "card_id", SANDBOX.card("physical"),
                        "customer_id", SANDBOX.customer(),
                        "transaction_id", SANDBOX.buy(used, 100));
        int members = 0;
        for (String document :
                List.of("/v1/openapi.json", "/sandbox/v1/test_helpers/openapi.json")) {
            JsonNode contract = JSON.readTree(PRODUCT.page(document).body());
            for (Map.Entry<String, JsonNode> path : contract.at("/paths").properties()) {
                String address = filled(path.getKey(), known);
                for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                    JsonNode content =
                            operation.getValue().at("/requestBody/content/application~1json");
                    // A PIN block is decoded, and never kept; each that is none counts.
                    boolean kept = !address.contains("{") && !address.endsWith("/pin");
                    if (METHODS.contains(operation.getKey()) && kept) {
                        String method = operation.getKey().toUpperCase(Locale.ROOT);
                        members += refuses(method, address, content, contract, known);
                    }
                }
            }
        }
        assertThat(members).isGreaterThan(35 * REFUSED.length);
    }

    private static String filled(String path, Map<String, String> known) {
        String filled = path;
        for (Map.Entry<String, String> each : known.entrySet()) {
            filled = filled.replace("{" + each.getKey() + "}", each.getValue());
        }
        return filled;
    }

    private static int refuses(
            String method,
            String path,
            JsonNode content,
            JsonNode contract,
            Map<String, String> known) {
        List<Member> members = new ArrayList<>();
        collect(List.of(), resolve(content.path("schema"), contract), contract, members);
        int refused = 0;
        for (Member member : members) {
            for (int character : REFUSED) {
                ObjectNode body = example(content, contract);
                for (Map.Entry<String, String> each : known.entrySet()) {
                    if (body.has(each.getKey())) {
                        body.put(each.getKey(), each.getValue());
                    }
                }
                member.put(body, "A" + Character.toString(character));
                Reply reply = SANDBOX.send(method, path, body.toString(), Map.of());

                if (reply.status() == 404 && !reply.text("/error/param").equals(member.param())) {
                    continue; // refused before its body is looked at
                }
                refused++;
                assertThat(reply.status())
                        .as("%s %s %s: %s", method, path, body, reply.body())
                        .isEqualTo(422);
                assertThat(reply.text("/error/param")).isEqualTo(member.param());
                assertThat(reply.text("/error/code"))
                        .isIn("value_invalid", "format_invalid", "metadata_value_invalid");
            }
        }
        return refused;
    }

    private static ObjectNode example(JsonNode content, JsonNode contract) {
        for (Map.Entry<String, JsonNode> each : content.path("examples").properties()) {
            return (ObjectNode) resolve(each.getValue(), contract).path("value").deepCopy();
        }
        return content.path("example") instanceof ObjectNode object
                ? object.deepCopy()
                : JSON.createObjectNode();
    }

    private static void collect(
            List<String> path, JsonNode schema, JsonNode contract, List<Member> members) {
        for (JsonNode part : schema.path("allOf")) {
            collect(path, resolve(part, contract), contract, members);
        }
        for (Map.Entry<String, JsonNode> each : schema.path("properties").properties()) {
            JsonNode member = resolve(each.getValue(), contract);
            List<String> inner = new ArrayList<>(path);
            inner.add(each.getKey());
            if (member.path("readOnly").asBoolean(false)) {
                continue;
            }
            if (member.path("type").asString("").equals("string")) {
                members.add(new Member(inner, false));
            } else if (member.at("/items/type").asString("").equals("string")) {
                members.add(new Member(inner, true));
            } else if (member.has("additionalProperties") && !member.has("properties")) {
                inner.add("k");
                members.add(new Member(inner, false));
            } else {
                collect(inner, member, contract, members);
            }
        }
    }

    private static JsonNode resolve(JsonNode node, JsonNode contract) {
        return node.has("$ref") ? contract.at(node.path("$ref").asString().substring(1)) : node;
    }

    @Test
    void isRefusedInAQueryAndInTheKeysOfMetadata() {
        for (int character : REFUSED) {
            String text = "A" + Character.toString(character);
            Reply query =
                    SANDBOX.get(
                            "/customers?external_id="
                                    + URLEncoder.encode(text, StandardCharsets.UTF_8));
            assertThat(query.refusal()).isEqualTo("400 query_invalid external_id");

            ObjectNode body = JSON.createObjectNode().put("type", "individual");
            body.putObject("metadata").put(text, "v");
            assertThat(SANDBOX.post("/customers", body.toString()).status()).isEqualTo(422);
        }
    }

    @Test
    void mayHaveLinesWhereItIsLong() {
        ObjectNode body = JSON.createObjectNode().put("type", "individual");
        body.putObject("metadata").put("note", "one\r\n\ttwo");

        Reply customer = SANDBOX.post("/customers", body.toString());

        assertThat(customer.status()).isEqualTo(201);
        assertThat(customer.text("/metadata/note")).isEqualTo("one\r\n\ttwo");
    }

    @Test
    void isFoundByTheCardNumberThatSomebodyNamedItBy() {
        String first = "4000001234567899";
        String sameLastFour = "4000001230017899";
        ObjectNode body =
                JSON.createObjectNode().put("type", "individual").put("external_id", first);
        body.putObject("metadata").put("card " + first, "v").put("other", first);

        Reply customer = SANDBOX.post("/customers", body.toString(), "key " + first);
        String id = customer.text("/id");
        Reply again = SANDBOX.post("/customers", body.toString(), "key " + first);
        Reply conflict = SANDBOX.post("/customers", body.toString());
        body.put("external_id", sameLastFour);
        Reply other = SANDBOX.post("/customers", body.toString());

        assertThat(customer.status()).as(customer.body().toString()).isEqualTo(201);
        assertThat(customer.text("/external_id")).matches("\\*[a-z]{15}");
        assertThat(customer.text("/metadata/card ************7899")).isEqualTo("v");
        assertThat(customer.text("/metadata/other")).isEqualTo("************7899");
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.text("/id")).isEqualTo(id);
        assertThat(conflict.text("/error/code")).isEqualTo("external_id_in_use");
        assertThat(other.status()).as(other.body().toString()).isEqualTo(201);
        for (String name : List.of(first, customer.text("/external_id"))) {
            Reply found =
                    SANDBOX.get(
                            "/customers?external_id="
                                    + URLEncoder.encode(name, StandardCharsets.UTF_8));
            assertThat(found.body().at("/data").size()).isEqualTo(1);
            assertThat(found.text("/data/0/id")).isEqualTo(id);
        }
        Reply removed =
                SANDBOX.patch("/customers/" + id, "{\"metadata\":{\"card " + first + "\":null}}");
        assertThat(removed.body().at("/metadata").propertyNames()).containsExactly("other");
        ConsoleCaller viewer =
                ConsoleCaller.somebody(PRODUCT, "free-text-viewer", OperatorRole.VIEWER);
        assertThat(viewer.page("/console/sandbox/search?q=" + first)).contains(id);
    }

    @Test
    void holdsNoCardNumberWhereverItIsKept() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        Logger requests = (Logger) LoggerFactory.getLogger("org.springframework");
        requests.setLevel(Level.INFO); // it tells whole addresses at DEBUG
        String pan =
                "4"
                        + String.format(
                                Locale.ROOT,
                                "%014d",
                                new Random(seed).nextLong(100_000_000_000_000L));
        pan += checkDigit(pan);
        List<String> kept = new ArrayList<>();
        try (CapturedLog logged = CapturedLog.ofAll(Level.DEBUG)) {
            everywhere(pan, kept);
            kept.addAll(logged.texts());
        } finally {
            requests.setLevel(null);
        }
        for (String topic : List.of(Topics.DECISIONS, Topics.EVENTS, Topics.DEAD_LETTERS)) {
            for (var each : PRODUCT.feed().all(topic)) {
                kept.add(new String(each.value(), StandardCharsets.UTF_8));
                each.headers()
                        .forEach(
                                header ->
                                        kept.add(
                                                new String(
                                                        header.value(), StandardCharsets.UTF_8)));
            }
        }
        kept.addAll(PRODUCT.dump());

        Pattern written = Pattern.compile(String.join("[^0-9A-Za-z]?", pan.split("")));
        assertThat(kept).hasSizeGreaterThan(100);
        assertThat(kept).noneMatch(text -> written.matcher(text).find());
        assertThat(kept).anyMatch(text -> text.contains("merchant of free text"));
    }

    /** Types a card number into everything that takes a text. */
    private void everywhere(String pan, List<String> kept) throws Exception {
        String spaced = pan.replaceAll("(.{4})(?=.)", "$1 ");
        ObjectNode customer =
                JSON.createObjectNode()
                        .put("type", "individual")
                        .put("external_id", pan)
                        .put("email", pan + "@example.com")
                        .put("phone", "+4930123456");
        customer.putObject("name").put("first", "Ada " + spaced).put("last", pan);
        customer.putObject("metadata").put(pan, "x").put("note", "a\n" + spaced);
        String owner = keep(kept, SANDBOX.post("/customers", customer.toString(), pan), 201);
        ObjectNode card =
                JSON.createObjectNode()
                        .put("customer_id", owner)
                        .put("type", "virtual")
                        .put("currency", "EUR");
        card.putObject("cardholder").put("name", pan);
        card.putObject("metadata").put("card", pan);
        String id = keep(kept, SANDBOX.post("/cards", card.toString(), "k-" + spaced), 201);
        keep(
                kept,
                SANDBOX.post(
                        "/cards/" + id + "/wallet-tokens",
                        JSON.createObjectNode()
                                .put("wallet", "apple_pay")
                                .put("device_id", pan)
                                .put("device_name", spaced)
                                .toString()),
                201);
        String plastic =
                keep(kept, SANDBOX.post("/cards", card.put("type", "physical").toString()), 201);
        ObjectNode order = JSON.createObjectNode();
        order.putObject("shipping_address")
                .put("line1", pan)
                .put("line2", spaced)
                .put("city", pan)
                .put("postal_code", pan)
                .put("state", pan)
                .put("country", "IT");
        keep(kept, SANDBOX.post("/cards/" + plastic + "/physical-order", order.toString()), 201);
        ObjectNode purchase =
                JSON.createObjectNode()
                        .put("card_id", id)
                        .put("amount", 100)
                        .put("network_reference", "ref " + pan);
        purchase.putObject("merchant")
                .put("id", pan)
                .put("terminal_id", spaced)
                .put("name", "merchant of free text " + pan)
                .put("city", spaced)
                .put("mcc", "5999")
                .put("country", "IT");
        keep(kept, SANDBOX.post("/test_helpers/authorizations", purchase.toString()), 201);
        SANDBOX.get("/customers?external_id=" + pan);
        SANDBOX.get("/customers/" + pan);
        SANDBOX.post("/disputes", "{\"transaction_id\":\"" + pan + "\",\"reason\":\"fraud\"}");
        ConsoleCaller ada = ConsoleCaller.somebody(PRODUCT, "free-text-ada", OperatorRole.OPERATOR);
        quarantined(pan, plastic, ada);
        kept.add(ada.page("/console/sandbox/quarantine"));
    }

    /** A message that cannot be read, and what an operator types about it. */
    private static void quarantined(String pan, String card, ConsoleCaller ada) throws Exception {
        String poison =
                """
                {"schema_version":1,"pan":"%1$s","track2":";%1$s=29121010000012345678?",
                 "halves":["%2$s","%3$s"],"a":{"b":%2$s,"c":%3$s},"note":"%%B%1$s^DOE/JOHN^2912?"}
                """
                        .formatted(pan, pan.substring(0, 8), pan.substring(8));
        PRODUCT.feed().send(List.of(new SimulatedMessage(Instant.EPOCH, card, poison, false)));
        Database database = PRODUCT.book().database();
        QuarantineQueue queue = new QuarantineQueue(database, database, InstantSource.system());
        Patience.until(() -> idOf(queue, card).isPresent());
        long id = idOf(queue, card).orElseThrow();
        assertThat(
                        ada.post(
                                        "/console/sandbox/quarantine/" + id + "/discard",
                                        Map.of("reason", "it holds the card " + pan))
                                .statusCode())
                .isEqualTo(303);
        assertThat(ada.page("/console/sandbox/quarantine/" + id))
                .contains("it holds the card ****");
    }

    private static Optional<Long> idOf(QuarantineQueue queue, String key) {
        return queue.list(new QuarantineFilter(true, null), ListPosition.start(), 1_000).stream()
                .filter(each -> key.equals(each.message().key()))
                .map(QuarantineEntry::id)
                .findFirst();
    }

    private static String keep(List<String> kept, Reply reply, int status) {
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(status);
        kept.add(reply.body().toString());
        return reply.text("/id");
    }

    private static int checkDigit(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int doubled = i % 2 == 0 ? 2 * digit : digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return (10 - sum % 10) % 10;
    }
}
