package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.audit.AuditFilter;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.testkit.TestCertificate;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** The console over TLS: of the product itself, and of a proxy before it. */
class TlsIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final String PASSWORD = "lamp river quiet forty";
    private static final String KEEPS = "__Host-countersign_console=";

    @TempDir Path keys;

    @Test
    void keepsASessionInACookieThatNoOtherHostCanSet() throws Exception {
        TestCertificate certificate = TestCertificate.make(keys);
        employ("over-tls");
        try (var process =
                start(
                        "--server.ssl.bundle=web",
                        "--spring.ssl.bundle.jks.web.keystore.location=" + certificate.keyStore(),
                        "--spring.ssl.bundle.jks.web.keystore.type=PKCS12",
                        "--spring.ssl.bundle.jks.web.keystore.password=changeit")) {
            HttpClient client = HttpClient.newBuilder().sslContext(trusting(certificate)).build();
            String address = "https://localhost:" + port(process);

            HttpResponse<String> in = login(client, address, "over-tls", address);

            assertThat(in.statusCode()).isEqualTo(303);
            assertThat(sessionCookie(in))
                    .startsWith(KEEPS)
                    .contains("Path=/", "Secure", "HttpOnly", "SameSite=Lax")
                    .doesNotContain("Domain");
            assertThat(in.headers().firstValue("Strict-Transport-Security"))
                    .hasValue("max-age=31536000");
        }
    }

    /** The proxy ends TLS and says so; who is no proxy is not believed. */
    @Test
    void doesTheSameBehindAProxyThatItTrusts() throws Exception {
        employ("behind-a-proxy");
        try (var process = start("--server.forward-headers-strategy=native")) {
            HttpClient client = HttpClient.newHttpClient();
            String address = "http://localhost:" + port(process);

            HttpResponse<String> in =
                    login(
                            client,
                            address,
                            "behind-a-proxy",
                            address,
                            "X-Forwarded-Proto",
                            "https",
                            "X-Forwarded-For",
                            "192.0.2.44");

            assertThat(in.statusCode()).isEqualTo(303);
            assertThat(sessionCookie(in)).startsWith(KEEPS).contains("Secure");
            assertThat(in.headers().firstValue("Strict-Transport-Security")).isPresent();
            assertThat(loginsOf("behind-a-proxy")).containsExactly("password from 192.0.2.44");
            assertThat(statusLine(port(process), "attacker.example", "X-Forwarded-Host: localhost"))
                    .as("a name that only a header for proxies has")
                    .startsWith("HTTP/1.1 421");
        }
        HttpResponse<String> believed =
                login(
                        HttpClient.newHttpClient(),
                        PRODUCT.address(),
                        "behind-a-proxy",
                        PRODUCT.address(),
                        "X-Forwarded-Proto",
                        "https");
        assertThat(sessionCookie(believed)).startsWith("countersign_console=");
    }

    private static String statusLine(String port, String host, String header) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port))) {
            socket.getOutputStream()
                    .write(
                            ("GET /console/login HTTP/1.1\r\nHost: "
                                            + host
                                            + "\r\n"
                                            + header
                                            + "\r\nConnection: close\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> loginsOf(String name) {
        PRODUCT.sealTrail();
        return PRODUCT
                .console()
                .trail()
                .list(new AuditFilter(name, null), ListPosition.start(), 50)
                .stream()
                .map(each -> each.action())
                .filter(each -> each.name().equals("login.succeeded"))
                .map(each -> each.remark())
                .toList();
    }

    private static String sessionCookie(HttpResponse<String> in) {
        return in.headers().allValues("Set-Cookie").stream()
                .filter(each -> each.contains("countersign_console="))
                .findFirst()
                .orElseThrow();
    }

    private static void employ(String name) {
        var operators = PRODUCT.console().operators();
        operators.changePassword(
                name, operators.create(name, OperatorRole.VIEWER).password(), PASSWORD);
    }

    private static HttpResponse<String> login(
            HttpClient client, String address, String name, String origin, String... headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + "/console/login"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", origin)
                        .POST(
                                BodyPublishers.ofString(
                                        "name="
                                                + name
                                                + "&password="
                                                + URLEncoder.encode(
                                                        PASSWORD, StandardCharsets.UTF_8)));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static ConfigurableApplicationContext start(String... settings) {
        List<String> all = new ArrayList<>(PRODUCT.settings());
        all.addAll(List.of(settings));
        return ProductForTests.start(EnumSet.of(Role.API), "tls", all);
    }

    private static String port(ConfigurableApplicationContext process) {
        return process.getEnvironment().getRequiredProperty("local.server.port");
    }

    private static SSLContext trusting(TestCertificate certificate) throws Exception {
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(certificate.trusted());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
