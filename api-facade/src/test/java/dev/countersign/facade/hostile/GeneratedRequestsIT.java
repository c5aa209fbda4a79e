package dev.countersign.facade.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Requests made from the contracts' own examples and changed at random, several at a time: whatever
 * is asked, the answer is one that the contract says, and never a fault of ours. What they make is
 * asked for in turn.
 */
class GeneratedRequestsIT {

    private static final Logger log = LoggerFactory.getLogger(GeneratedRequestsIT.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiCaller SANDBOX = PRODUCT.callerWithNewKey(Mode.SANDBOX);
    private static final ApiCaller LIVE = PRODUCT.callerWithNewKey(Mode.LIVE);
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final List<String> ALL_METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final String CONTRACT = "/v1/openapi.json";
    private static final String TEST_HELPERS = "/sandbox/v1/test_helpers/openapi.json";

    /** A whole night for one request; it has tests of its own. */
    private static final String NIGHT = "/test_helpers/jobs/nightly";

    /** The clearing file that the example of its header names. */
    private static final String EXAMPLE_FILE = "CLR-20261122-01";

    /** A path that would give the program of all other tests an account, and decline its cards. */
    private static final String FUNDING = "/test_helpers/funding_accounts";

    /** It would put all other tests' sandbox years ahead. */
    private static final String CLOCK = "/test_helpers/clock/advance";

    private static final Set<String> LEFT_OUT = Set.of(NIGHT, FUNDING, CLOCK);
    private static final int CALLERS = 4;
    private static final int REMEMBERED_MAX = 100;

    /** Values that sit where another one belongs. */
    private static final List<String> STRANGE =
            List.of(
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1e3",
                    "10.5",
                    "1e400",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775808",
                    "1" + "0".repeat(90),
                    "1" + "0".repeat(1_000),
                    "\"\"",
                    "\" \"",
                    "\"\\u0000\"",
                    "\"\\u0001\"",
                    "\"\\ud800\"",
                    "\"\\uffff\"",
                    "\"\\u202e\\u0661\"",
                    "\"😀\"",
                    "\"<script>alert(1)</script>\"",
                    "\"'; drop table card; --\"",
                    "\"=1+1\"",
                    "\"4000001234567899\"",
                    "\"EUR\"",
                    "\"eur\"",
                    "\"XXX\"",
                    "\"virtual\"",
                    "\"2026-02-30T00:00:00Z\"",
                    "\"2026-11-27T00:00:00+18:00\"",
                    "\"9999-12-31T23:59:59.999Z\"",
                    "\"" + "x".repeat(2_000) + "\"",
                    "[]",
                    "[null]",
                    "[\"1234\",\"1234\"]",
                    "{}",
                    "{\"\":\"\"}",
                    "{\"a\":{\"b\":{\"c\":[1,2,3]}}}",
                    "[".repeat(60) + "]".repeat(60));

    private static final List<String> STRANGE_TEXTS =
            List.of(
                    "",
                    "0",
                    "-1",
                    "101",
                    "99999999999999999999",
                    "x",
                    "%",
                    "a b",
                    "😀",
                    "\u0000",
                    "'; --",
                    "null",
                    "2026-13-01",
                    "../..",
                    "y".repeat(3_000));

    private static final List<String> UNKNOWN_PATHS =
            List.of(
                    "/",
                    "/cards/",
                    "/Cards",
                    "/cards/x/y/z",
                    "/admin",
                    "/test_helpers",
                    "/v1/cards");

    private static final List<Operation> OPERATIONS = new ArrayList<>();

    /** Identifiers of what there is, by their prefix. */
    private static final Map<String, List<String>> KNOWN = new ConcurrentHashMap<>();

    private static final Map<String, String> PREFIX_OF =
            Map.of(
                    "customer_id", "cus_",
                    "card_id", "card_",
                    "program_id", "prog_",
                    "wallet_token_id", "wlt_",
                    "transaction_id", "txn_",
                    "dispute_id", "dsp_",
                    "funding_account_id", "fund_");

    private record Operation(
            String method, String path, List<String> query, List<JsonNode> bodies) {

        boolean isHelper() {
            return path.startsWith("/test_helpers/");
        }
    }

    @BeforeAll
    static void readTheContracts() throws Exception {
        read(CONTRACT);
        read(TEST_HELPERS);
        remember(SANDBOX.customer());
        remember(SANDBOX.card("virtual"));
        remember(SANDBOX.card("physical"));
        remember(SANDBOX.get("/programs").text("/data/0/id"));
        remember("wlt_01M7YSXXDC0MZ8EY8J5TA8KTR9");
        remember("txn_01M7ZT2RA97ZXA9DVNXE4S2CB2");
        remember("dsp_01M89G9RR4KBPBGXZTJXBMYW7H");
        remember("fund_01M89G9RR4KBPBGXZTJXBMYW7H");
    }

    private static void read(String document) throws Exception {
        JsonNode contract = JSON.readTree(PRODUCT.page(document).body());
        for (Map.Entry<String, JsonNode> path : contract.at("/paths").properties()) {
            if (LEFT_OUT.contains(path.getKey())) {
                continue;
            }
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
        if (content.has("example")) {
            bodies.add(content.path("example"));
        }
        return bodies;
    }

    private static JsonNode resolve(JsonNode node, JsonNode contract) {
        return node.has("$ref") ? contract.at(node.path("$ref").asString().substring(1)) : node;
    }

    private static void remember(String id) {
        int end = id.indexOf('_') + 1;
        if (end > 0) {
            List<String> same =
                    KNOWN.computeIfAbsent(
                            id.substring(0, end),
                            unseen -> Collections.synchronizedList(new ArrayList<>()));
            synchronized (same) {
                if (same.size() >= REMEMBERED_MAX) {
                    same.removeFirst();
                }
                same.add(id);
            }
        }
    }

    @Test
    void getAnswersThatTheContractKnows() throws Exception {
        long seed = Long.getLong("test.seed", System.nanoTime());
        int requests = Integer.getInteger("test.generated-requests", 10_000);
        log.info("seed={} (repeat with -Dtest.seed={}) requests={}", seed, seed, requests);
        Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            List<Future<?>> calling = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                Random random = new Random(seed + caller);
                calling.add(
                        callers.submit(
                                () -> {
                                    for (int i = 0; i < requests / CALLERS; i++) {
                                        int status = request(random);
                                        statuses.computeIfAbsent(
                                                        status, unseen -> new AtomicInteger())
                                                .incrementAndGet();
                                    }
                                }));
            }
            for (Future<?> each : calling) {
                each.get();
            }
        }
        log.info("statuses={}", statuses);
        assertThat(statuses.keySet()).contains(200, 201, 400, 404, 409, 422);
    }

    private static int request(Random random) {
        Operation operation = pick(OPERATIONS, random);
        if (random.nextInt(40) == 0) {
            return outside(operation, random);
        }
        ApiCaller caller = !operation.isHelper() && random.nextInt(8) == 0 ? LIVE : SANDBOX;
        String path = path(operation, random) + query(operation, random);
        String body = body(operation, random);
        Reply reply = caller.send(operation.method(), path, body, headers(random));
        check(operation.method() + " " + path + " " + start(body), reply);
        if (caller == SANDBOX && reply.status() < 300) {
            remember(reply.text("/id"));
        }
        return reply.status();
    }

    /** A path or a method that no contract has. */
    private static int outside(Operation operation, Random random) {
        String method = pick(ALL_METHODS, random);
        String path = random.nextBoolean() ? pick(UNKNOWN_PATHS, random) : path(operation, random);
        Reply reply = SANDBOX.sendOutside(method, path, body(operation, random));
        check(method + " " + path, reply);
        return reply.status();
    }

    private static void check(String request, Reply reply) {
        assertThat(reply.status()).as("%s: %s", request, reply.body()).isLessThan(500);
        assertThat(reply.header("Request-Id")).as(request).startsWith("req_");
        if (reply.status() >= 400) {
            assertThat(reply.text("/error/type")).as(request).isNotEmpty();
            assertThat(reply.text("/error/message")).as(request).isNotEmpty();
            assertThat(reply.text("/error/request_id"))
                    .as(request)
                    .isEqualTo(reply.header("Request-Id"));
        }
    }

    private static String start(String body) {
        return body.substring(0, Math.min(body.length(), 500));
    }

    private static String path(Operation operation, Random random) {
        String path = operation.path();
        for (Map.Entry<String, String> named : PREFIX_OF.entrySet()) {
            String hole = "{" + named.getKey() + "}";
            if (path.contains(hole)) {
                path = path.replace(hole, strangeOr(known(named.getValue(), random), random));
            }
        }
        return path.replace("{file_id}", strangeOr(EXAMPLE_FILE, random));
    }

    private static String strangeOr(String id, Random random) {
        return random.nextInt(6) == 0
                ? encode("x" + pick(STRANGE_TEXTS, random).replace("/", ""))
                : id;
    }

    private static String known(String prefix, Random random) {
        List<String> ids = KNOWN.getOrDefault(prefix, List.of("none"));
        synchronized (ids) {
            return pick(ids, random);
        }
    }

    private static String query(Operation operation, Random random) {
        if (operation.query().isEmpty() || random.nextInt(3) == 0) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            String name = random.nextInt(10) == 0 ? "surprise" : pick(operation.query(), random);
            String value =
                    random.nextInt(3) == 0 && PREFIX_OF.containsKey(name)
                            ? known(PREFIX_OF.getOrDefault(name, ""), random)
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
        nameWhatThereIs(body, random);
        for (int i = random.nextInt(3); i > 0; i--) {
            change(body, random);
        }
        String text = JSON.writeValueAsString(body);
        return switch (random.nextInt(60)) {
            case 0 -> text.substring(0, text.length() / 2);
            case 1 -> "[" + text + "]";
            case 2 -> "\uFEFF" + text;
            case 3 -> text + text;
            case 4 -> "[".repeat(2_000);
            case 5 -> "{\"a\":".repeat(500) + "1" + "}".repeat(500);
            case 6 -> text.replace(":", ":\u0000");
            case 7 -> random.nextInt(10) == 0 ? "\"" + "z".repeat(1_100_000) + "\"" : "\"z\"";
            default -> text;
        };
    }

    /** The examples speak of what is not there. */
    private static void nameWhatThereIs(JsonNode body, Random random) {
        if (body instanceof ObjectNode object && random.nextInt(10) > 0) {
            for (String name : List.copyOf(object.propertyNames())) {
                String prefix = PREFIX_OF.get(name);
                if (prefix != null && object.path(name).isString()) {
                    object.put(name, known(prefix, random));
                }
            }
        }
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
                    default -> object.set(name, strange(random));
                }
            } else if (node instanceof ArrayNode array) {
                array.add(strange(random));
            }
            return;
        }
    }

    /** As a number of any length is written, which a tree of JSON would not keep. */
    private static JsonNode strange(Random random) {
        return JSON.getNodeFactory().rawValueNode(new RawValue(pick(STRANGE, random)));
    }

    private static Map<String, String> headers(Random random) {
        return switch (random.nextInt(24)) {
            case 0 -> Map.of("Idempotency-Key", "key " + random.nextInt(5));
            case 1 -> Map.of("Idempotency-Key", "x".repeat(256));
            case 2 -> Map.of("Api-Version", "2020-01");
            case 3 -> Map.of("Accept", "application/xml");
            case 4 -> Map.of("Content-Type", "text/plain");
            case 5 -> Map.of("Content-Type", "not a type");
            case 6 -> Map.of("Authorization", "Bearer sk_test_nobody");
            case 7 -> Map.of("Authorization", "Basic eDp5");
            case 8 -> Map.of("Content-Type", "application/json; charset=utf-16");
            case 9 -> Map.of("X-HTTP-Method-Override", "DELETE");
            case 10 -> Map.of("Accept-Language", "ar-EG", "X-Forwarded-Host", "elsewhere");
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
