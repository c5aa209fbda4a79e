package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.CapturedLog;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** Somebody at the database who keeps a row, and callers beside them. */
class NeighboursIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiCaller SANDBOX = PRODUCT.caller(Mode.SANDBOX);

    private final Jdbi database = Jdbi.create(PRODUCT.databaseUrl());

    @Test
    void whoKeepsTheRowOfACardKeepsOnlyThatCardFromBeingFrozen() throws Exception {
        String kept = SANDBOX.card("virtual");
        String other = SANDBOX.card("virtual");

        try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
            Reply refused =
                    database.inTransaction(
                            handle -> {
                                handle.execute(
                                        "select 1 from card where id = ? for update",
                                        CardId.parse(kept).orElseThrow().value());
                                Future<Reply> freezing = caller.submit(() -> freeze(kept));
                                int decided = 0;
                                while (!freezing.isDone()) {
                                    assertThat(SANDBOX.pay(other, 5).status()).isEqualTo(201);
                                    decided++;
                                }
                                assertThat(decided).as("decided meanwhile").isGreaterThan(3);
                                assertThat(freeze(other).status()).isEqualTo(200);
                                return freezing.get();
                            });

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("/error/code")).isEqualTo("temporarily_unavailable");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
        }
        assertThat(freeze(kept).status()).isEqualTo(200);
    }

    @Test
    void whoHangsUpIsNoErrorOfOurs() throws Exception {
        try (CapturedLog log = CapturedLog.ofAll(Level.INFO)) {
            for (int i = 0; i < 20; i++) {
                hangUp("GET /sandbox/v1/cards?limit=100 HTTP/1.1\r\n", "");
                hangUp("POST /sandbox/v1/customers HTTP/1.1\r\n", "{\"type\":");
                hangUp("GET /sandbox/v1/test_helpers/openapi.json HTTP/1.1\r\n", "");
            }
            assertThat(SANDBOX.get("/programs").status()).isEqualTo(200);
            assertThat(log.messages(Level.WARN)).isEmpty();
        }
    }

    /** Sends a request whose body never comes whole, and resets the connection. */
    private static void hangUp(String line, String body) throws IOException {
        URI address = URI.create(PRODUCT.address());
        try (Socket caller = new Socket(address.getHost(), address.getPort())) {
            caller.setSoLinger(true, 0);
            String request =
                    "%sHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n%s\r\n%s"
                            .formatted(
                                    line,
                                    PRODUCT.key(Mode.SANDBOX),
                                    body.isEmpty()
                                            ? ""
                                            : "Content-Type: application/json\r\nContent-Length: 1000\r\n",
                                    body);
            caller.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            caller.getOutputStream().flush();
        }
    }

    private static Reply freeze(String card) {
        return SANDBOX.post("/cards/" + card + "/freeze", "");
    }
}
