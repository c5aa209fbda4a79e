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
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is hardly HTTP gets an error as everything else does. */
class MalformedHttpIT {

    private static final URI SERVER = URI.create(TestProduct.running().address());
    private static final String KEY = TestProduct.running().key(Mode.SANDBOX);

    static Stream<Arguments> requests() {
        return Stream.of(
                Arguments.of("GET /sandbox/v1/cards/%zz HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox/v1/cards/a|b HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox/v1/cards/%00 HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox/v1/cards/..%2f..%2f HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox/v1/cards?limit=%zz HTTP/1.1", "", 400),
                Arguments.of("GET /sandbox//v1/cards HTTP/1.1", "", 404),
                Arguments.of("GET /sandbox/v1/cards/ HTTP/1.1", "", 404),
                Arguments.of("BREW /sandbox/v1/cards HTTP/1.1", "", 405),
                Arguments.of("TRACE /sandbox/v1/cards HTTP/1.1", "", 405),
                Arguments.of(
                        "GET /sandbox/v1/cards HTTP/1.1", "X-Long: " + "x".repeat(20_000), 400),
                Arguments.of(
                        "POST /sandbox/v1/customers HTTP/1.1",
                        "Content-Type: application/json\r\nContent-Length: x",
                        400));
    }

    @ParameterizedTest(name = "{0} is {2}")
    @MethodSource("requests")
    void isToldInTheWordsOfTheInterface(String line, String header, int status) throws Exception {
        String response = send(line, header);

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
        assertThat(head).contains("Request-Id: " + error.at("/request_id").asString());
    }

    private static String send(String line, String header) throws IOException {
        try (Socket socket = new Socket(SERVER.getHost(), SERVER.getPort())) {
            socket.setSoTimeout(10_000);
            String request =
                    line
                            + "\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                            + KEY
                            + "\r\n"
                            + (header.isEmpty() ? "" : header + "\r\n")
                            + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
