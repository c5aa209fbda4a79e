package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests that are hardly HTTP get an error as everything else does. */
class MalformedHttpIT {

    private static final URI SERVER = URI.create(TestProduct.running().address());
    private static final String KEY = TestProduct.running().key(Mode.SANDBOX);
    private static final String LIVE_KEY = TestProduct.running().key(Mode.LIVE);

    static Stream<Arguments> requests() {
        return Stream.of(
                Arguments.of("GET /sandbox/v1/cards/%zz HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox/v1/cards/a|b HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox/v1/cards/%00 HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox/v1/cards/..%2f..%2f HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox/v1/cards?limit=%zz HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox//v1/cards HTTP/1.1", "", 404),
                Arguments.of("GET /sandbox/v1/cards/ HTTP/1.1", "", 404),
                Arguments.of("GET /sandbox/v1/cards;a=b HTTP/1.1", "", 404),
                Arguments.of("GET /sandbox/v1/cards//x;% HTTP/1.1", "", 404),
                Arguments.of("GET /nothing//x;% HTTP/1.1", "", 404),
                Arguments.of("BREW /sandbox/v1/cards HTTP/1.1", "", 405),
                Arguments.of("TRACE /sandbox/v1/cards HTTP/1.1", "", 405),
                Arguments.of(
                        "GET /sandbox/v1/cards HTTP/1.1", "X-Long: " + "x".repeat(20_000), 400),
                Arguments.of(
                        "POST /sandbox/v1/customers HTTP/1.1",
                        String.join(
                                "\r\n",
                                "Content-Type: application/json",
                                "Transfer-Encoding: chunked",
                                "",
                                "no chunk"),
                        400),
                Arguments.of(
                        "POST /sandbox/v1/customers HTTP/1.1",
                        "Content-Type: application/json\r\nContent-Length: x",
                        400));
    }

    @ParameterizedTest(name = "{0} is {2}")
    @MethodSource("requests")
    void isToldInTheWordsOfTheInterface(String line, String header, int status) throws Exception {
        String response = send(line, header, KEY);

        assertThat(response).startsWith("HTTP/1.1 " + status);
        String head = response.substring(0, response.indexOf("\r\n\r\n"));
        assertThat(head.toLowerCase(Locale.ROOT)).contains("content-type: application/json");
        JsonNode error =
                JsonMapper.shared()
                        .readTree(
                                response.substring(
                                        response.indexOf('{'), response.lastIndexOf('}') + 1))
                        .at("/error");
        assertThat(error.at("/type").asString()).isNotEmpty();
        assertThat(error.at("/message").asString()).isNotEmpty();
        assertThat(error.at("/request_id").asString()).startsWith("req_");
        assertThat(head)
                .contains("Api-Version: 2026-10", "X-Content-Type-Options: nosniff")
                .contains("Content-Security-Policy: default-src 'none'", "Cache-Control: no-store");
        assertThat(head).contains("Request-Id: " + error.at("/request_id").asString());
    }

    /** Methods that nobody takes, at every door, and what else a server need not implement. */
    static Stream<Arguments> foreignRequests() {
        return Stream.of(
                        "/",
                        "/v1/cards",
                        "/sandbox/v1/cards",
                        "/console",
                        "/actuator/health",
                        "/no")
                .flatMap(
                        path ->
                                Stream.of("CONNECT", "BREW", "get", "Post", "PROPFIND", "TRACE")
                                        .map(
                                                method ->
                                                        Arguments.of(
                                                                "%s %s HTTP/1.1"
                                                                        .formatted(method, path))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("foreignRequests")
    void isAMethodThatNoPathTakes(String line) throws Exception {
        assertThat(send(line, "", KEY)).startsWith("HTTP/1.1 4").doesNotContain("internal_error");
        assertThat(send(line, "", "nobody's")).startsWith("HTTP/1.1 4");
    }

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource({
        "CONNECT 127.0.0.1:443 HTTP/1.1, X: y, 405",
        "CONNECT /sandbox/v1/cards HTTP/1.1, X: y, 405",
        "POST /sandbox/v1/customers HTTP/1.1, Transfer-Encoding: brotli, 400",
        "GET /sandbox/v1/cards HTTP/3.7, X: y, 400"
    })
    void isWhatTheWebServerDoesNotImplement(String line, String header, int status)
            throws Exception {
        String response = send(line, header, KEY);

        assertThat(response)
                .startsWith("HTTP/1.1 " + status)
                .contains("\"type\":\"invalid_request\"", "Request-Id: req_");
        if (status == 405) {
            assertThat(response).contains("Allow: GET, ");
        }
    }

    /** Bytes stand here as the letters of ISO 8859-1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"individual\",\"external_id\":\"\u00ff\u00fe\"}",
                "{\"type\":\"individual\",\"external_id\":\"\u00c0\u0080\"}",
                "{\"type\":\"individual\",\"external_id\":\"\u00ed\u00a0\u0080\"}",
                "{\0\"\0t\0y\0p\0e\0\"\0:\0\"\0i\0n\0d\0i\0v\0i\0d\0u\0a\0l\0\"\0}\0"
            })
    void isABodyThatIsNotUtf8(String body) throws Exception {
        String header =
                "Content-Type: application/json\r\nContent-Length: %s\r\n\r\n%s"
                        .formatted(body.length(), body);

        String response = send("POST /sandbox/v1/customers HTTP/1.1", header, KEY);

        assertThat(response).startsWith("HTTP/1.1 400").contains("body_malformed");
    }

    /** A form would be read into parameters, and parts of it onto disk, before anybody asks. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "PUT, application/x-www-form-urlencoded",
        "PATCH, application/x-www-form-urlencoded",
        "DELETE, application/x-www-form-urlencoded",
        "POST, multipart/form-data",
        "POST, multipart/form-data; boundary=x",
        "GET, multipart/mixed; boundary=x"
    })
    void isAFormWhichIsNotReadBeforeTheKeyWasLookedAt(String method, String type) throws Exception {
        String path = method.equals("POST") ? "/sandbox/v1/customers" : "/sandbox/v1/cards/x";
        String header = "Content-Type: " + type + "\r\nContent-Length: 1\r\n\r\n%";

        assertThat(send(method + " " + path + " HTTP/1.1", header, "nobody's"))
                .startsWith("HTTP/1.1 401");
        assertThat(send(method + " " + path + " HTTP/1.1", header, KEY))
                .startsWith("HTTP/1.1 4")
                .doesNotContain("internal_error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%73andbox/v1/test_helpers/authorizations",
                "/sandbox;x/v1/test_helpers/authorizations",
                "/v1/../sandbox/v1/test_helpers/authorizations",
                "//sandbox/v1/test_helpers/authorizations",
                "/sandbox/v1;x=1/test_helpers/authorizations"
            })
    void neverOpensTheSandboxToALiveKeyHoweverThePathIsSpelled(String path) throws Exception {
        String response = send("POST " + path + " HTTP/1.1", "Content-Length: 0", LIVE_KEY);

        assertThat(response).startsWith("HTTP/1.1 404").contains("route_unknown");
    }

    @ParameterizedTest(name = "two of {0}")
    @CsvSource({
        "Authorization, Bearer other, query_invalid",
        "Idempotency-Key, other, idempotency_key_invalid",
        "Api-Version, 2026-11, version_unsupported"
    })
    void isTwoValuesOfAHeaderOfWhichOneCounts(String name, String other, String code)
            throws Exception {
        String mine =
                switch (name) {
                    case "Authorization" -> "Bearer " + KEY;
                    case "Api-Version" -> "2026-10";
                    default -> "one";
                };
        String first = name.equals("Authorization") ? "" : name + ": " + mine + "\r\n";

        String two = send("GET /sandbox/v1/programs HTTP/1.1", first + name + ": " + other, KEY);
        String same = send("GET /sandbox/v1/programs HTTP/1.1", first + name + ": " + mine, KEY);

        assertThat(two)
                .startsWith("HTTP/1.1 400")
                .contains("\"code\":\"" + code + "\"", "\"param\":\"" + name + "\"");
        assertThat(same).startsWith("HTTP/1.1 200");
    }

    private static String send(String line, String header, String key) throws IOException {
        try (Socket socket = new Socket(SERVER.getHost(), SERVER.getPort())) {
            socket.setSoTimeout(10_000);
            String request =
                    "%s\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer %s\r\n%s\r\n"
                            .formatted(line, key, header.isEmpty() ? "" : header + "\r\n");
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
