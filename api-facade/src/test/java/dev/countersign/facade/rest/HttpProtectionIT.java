package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.TestProduct;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Security headers of every response, and the hosts that get one. */
class HttpProtectionIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/reference/index.html",
                "/webjars/swagger-ui/swagger-ui.css",
                "/webjars/htmx.org/dist/htmx.min.js",
                "/actuator/health",
                "/v1/openapi.yaml",
                "/v1/cards",
                "/console/login",
                "/console/sandbox/audit",
                "/console/assets/console.js",
                "/favicon.ico",
                "/nowhere"
            })
    void tellsBrowsersTheSameOnEveryPath(String path) throws Exception {
        HttpResponse<String> reply = PRODUCT.page(path);

        assertThat(reply.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(reply.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(reply.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
        assertThat(reply.headers().firstValue("Cross-Origin-Opener-Policy"))
                .hasValue("same-origin");
        assertThat(reply.headers().firstValue("Cross-Origin-Resource-Policy"))
                .hasValue("same-origin");
        assertThat(reply.headers().firstValue("Permissions-Policy")).isPresent();
        assertThat(reply.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe-eval");
        assertThat(reply.headers().firstValue("Strict-Transport-Security")).isEmpty();
        assertThat(reply.headers().firstValue("Server")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/cards", "/v1/openapi.yaml", "/console/login", "/actuator/health"})
    void letsNobodyKeepWhatIsNoFile(String path) throws Exception {
        assertThat(PRODUCT.page(path).headers().allValues("Cache-Control"))
                .containsExactly("no-store");
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 401",
        "127.0.0.1, 401",
        "attacker.example, 421",
        "localhost.attacker.example, 421",
        "127.0.0.1.attacker.example, 421"
    })
    void servesNoNameOfAnotherSite(String host, int status) throws Exception {
        for (String path : new String[] {"/v1/cards", "/console/login", "/actuator/health"}) {
            int expected = status == 421 ? 421 : path.equals("/v1/cards") ? status : 200;
            assertThat(ask(path, host)).as(path).startsWith("HTTP/1.1 " + expected + " ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/actuator/health, 200",
        "/actuator/prometheus, 200",
        "/nowhere, 404",
        "/v1/cards, 401",
        "/a;b, 400"
    })
    void protectsTheManagementPortAlike(String path, int status) throws Exception {
        String plain = ask(PRODUCT.management(), path, "localhost");

        assertThat(plain)
                .startsWith("HTTP/1.1 " + status + " ")
                .contains(
                        "X-Content-Type-Options: nosniff",
                        "X-Frame-Options: DENY",
                        "Content-Security-Policy: default-src 'none'",
                        "Request-Id: req_")
                .doesNotContain("Tomcat");
        assertThat(ask(PRODUCT.management(), path, "attacker.example")).startsWith("HTTP/1.1 421 ");
    }

    @Test
    void tellsHealthOnBothPortsAndMetricsOnOne() throws Exception {
        for (String path : List.of("", "/liveness", "/readiness", "/db", "/nothing")) {
            String health = "/actuator/health" + path;
            int status = path.equals("/nothing") ? 404 : 200;
            assertThat(PRODUCT.page(health).statusCode()).as(path).isEqualTo(status);
            assertThat(ask(PRODUCT.management(), health, "localhost"))
                    .as(path)
                    .startsWith("HTTP/1.1 " + status + " ");
        }
        assertThat(PRODUCT.page("/actuator/health").body()).contains("\"status\":\"UP\"");
        assertThat(PRODUCT.page("/actuator/prometheus").statusCode()).isEqualTo(404);
    }

    @Test
    void takesNoOtherHeaderForTheName() throws Exception {
        assertThat(ask("/v1/cards", "attacker.example\r\nX-Forwarded-Host: localhost"))
                .startsWith("HTTP/1.1 421 ");
    }

    @Test
    void saysWhichSettingServesAName() throws Exception {
        assertThat(ask("/v1/cards", "attacker.example"))
                .contains("countersign.http.hosts", "Request-Id: req_");
    }

    private static String ask(String path, String host) throws IOException {
        return ask(URI.create(PRODUCT.address()), path, host);
    }

    private static String ask(URI server, String path, String host) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.getOutputStream()
                    .write(
                            ("GET "
                                            + path
                                            + " HTTP/1.1\r\nHost: "
                                            + host
                                            + "\r\nConnection: close\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
