package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests made from the contract's own examples and changed at random: whatever is asked, the
 * answer is one that the contract says, and never a fault of ours.
 */
class RandomRequestsIT {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final ApiCaller SANDBOX = TestProduct.running().callerWithNewKey(Mode.SANDBOX);
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    /** Values that sit where another one belongs. */
    private static final List<String> STRANGE =
            List.of(
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1e3",
                    "10.5",
                    "9223372036854775807",
                    "9223372036854775808",
                    "\"\"",
                    "\" \"",
                    "\"\\u0000\"",
                    "\"\\ud800\"",
                    "\"😀\"",
                    "\"EUR\"",
                    "\"eur\"",
                    "\"XXX\"",
                    "\"virtual\"",
                    "\"2026-02-30T00:00:00Z\"",
                    "\"" + "x".repeat(2_000) + "\"",
                    "[]",
                    "[null]",
                    "[\"1234\",\"1234\"]",
                    "{}",
                    "{\"a\":{\"b\":{\"c\":[1,2,3]}}}");

    private static final List<String> STRANGE_TEXTS =
            List.of(
                    "",
                    "0",
                    "-1",
                    "101",
                    "x",
                    "%",
                    "a b",
                    "😀",
                    "'; --",
                    "null",
                    "2026-13-01",
                    "../..");

    private static final List<Operation> OPERATIONS = new ArrayList<>();
    private static final Map<String, List<String>> KNOWN = new HashMap<>();

    private record Operation(
            String method, String path, List<String> query, List<JsonNode> bodies) {}

    @BeforeAll
    static void readTheContract() throws Exception {
        JsonNode contract = JSON.readTree(TestProduct.running().page("/v1/openapi.json").body());
        for (Map.Entry<String, JsonNode> path : contract.at("/paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                if (METHODS.contains(operation.getKey())) {
                    OPERATIONS.add(
                            new Operation(
                                    operation.getKey().toUpperCase(Locale.ROOT),
                                    path.getKey(),
                                    query(operation.getValue(), contract),
                                    bodies(operation.getValue(), contract)));
                }
            }
        }
        String customer = SANDBOX.customer();
        KNOWN.put("customer_id", List.of(customer));
        KNOWN.put("card_id", List.of(SANDBOX.card("virtual"), SANDBOX.card("physical")));
        KNOWN.put("program_id", List.of(SANDBOX.get("/programs").text("/data/0/id")));
        KNOWN.put("wallet_token_id", List.of("wlt_01M7YSXXDC0MZ8EY8J5TA8KTR9"));
        KNOWN.put("transaction_id", List.of("txn_01M7ZT2RA97ZXA9DVNXE4S2CB2"));
        KNOWN.put("dispute_id", List.of("dsp_01M89G9RR4KBPBGXZTJXBMYW7H"));
    }

    private static List<String> query(JsonNode operation, JsonNode contract) {
        List<String> names = new ArrayList<>();
        for (JsonNode parameter : operation.path("parameters")) {
            JsonNode resolved = resolve(parameter, contract);
            if (resolved.path("in").asString("").equals("query")) {
                names.add(resolved.path("name").asString());
            }
        }
        return names;
    }

    private static List<JsonNode> bodies(JsonNode operation, JsonNode contract) {
        List<JsonNode> bodies = new ArrayList<>();
        JsonNode content = operation.at("/requestBody/content/application~1json");
        for (Map.Entry<String, JsonNode> example : content.path("examples").properties()) {
            bodies.add(resolve(example.getValue(), contract).path("value"));
        }
        return bodies;
    }

    private static JsonNode resolve(JsonNode node, JsonNode contract) {
        return node.has("$ref") ? contract.at(node.path("$ref").asString().substring(1)) : node;
    }

    static LongStream seeds() {
        return new Random(Long.getLong("test.seed", 20_261_121)).longs(10);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void getAnAnswerThatTheContractKnows(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
            String path = path(operation, random) + query(operation, random);
            String body = body(operation, random);

            Reply reply = SANDBOX.send(operation.method(), path, body, headers(random));

            assertThat(reply.status())
                    .as("%s %s %s: %s", operation.method(), path, body, reply.body())
                    .isLessThan(500);
            assertThat(reply.header("Request-Id")).startsWith("req_");
        }
    }

    private static String path(Operation operation, Random random) {
        String path = operation.path();
        for (Map.Entry<String, List<String>> known : KNOWN.entrySet()) {
            String hole = "{" + known.getKey() + "}";
            if (path.contains(hole)) {
                String id =
                        random.nextInt(4) == 0
                                ? encode("x" + pick(STRANGE_TEXTS, random).replace("/", ""))
                                : pick(known.getValue(), random);
                path = path.replace(hole, id);
            }
        }
        return path;
    }

    private static String query(Operation operation, Random random) {
        if (operation.query().isEmpty() || random.nextInt(3) == 0) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            String name = random.nextInt(10) == 0 ? "surprise" : pick(operation.query(), random);
            String value =
                    random.nextInt(3) == 0 && KNOWN.containsKey(name)
                            ? pick(KNOWN.getOrDefault(name, List.of("")), random)
                            : pick(STRANGE_TEXTS, random);
            parts.add(name + "=" + encode(value));
        }
        return "?" + String.join("&", parts);
    }

    private static String body(Operation operation, Random random) {
        if (operation.bodies().isEmpty()) {
            return random.nextInt(5) == 0 ? "{\"surprise\":1}" : "";
        }
        JsonNode body = pick(operation.bodies(), random).deepCopy();
        for (int i = random.nextInt(3); i > 0; i--) {
            change(body, random);
        }
        String text = JSON.writeValueAsString(body);
        return switch (random.nextInt(20)) {
            case 0 -> text.substring(0, text.length() / 2);
            case 1 -> "[" + text + "]";
            case 2 -> "\uFEFF" + text;
            default -> text;
        };
    }

    private static void change(JsonNode body, Random random) {
        JsonNode node = body;
        while (true) {
            if (node instanceof ObjectNode object && !object.isEmpty()) {
                String name = pick(new ArrayList<>(object.propertyNames()), random);
                if (object.get(name).isContainer() && random.nextInt(3) > 0) {
                    node = object.get(name);
                    continue;
                }
                switch (random.nextInt(8)) {
                    case 0 -> object.remove(name);
                    case 1 -> object.put("surprise", 1);
                    default -> object.set(name, JSON.readTree(pick(STRANGE, random)));
                }
            } else if (node instanceof ArrayNode array) {
                array.add(JSON.readTree(pick(STRANGE, random)));
            }
            return;
        }
    }

    private static Map<String, String> headers(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> Map.of("Idempotency-Key", "key " + random.nextInt(5));
            case 1 -> Map.of("Idempotency-Key", "x".repeat(256));
            case 2 -> Map.of("Api-Version", "2020-01");
            case 3 -> Map.of("Accept", "application/xml");
            case 4 -> Map.of("Content-Type", "text/plain");
            case 5 -> Map.of("Content-Type", "not a type");
            default -> Map.of();
        };
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
