package dev.countersign.facade.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.launch.start.Role;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.testkit.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The end of a process of the interface, seen from a proxy before it. */
class DrainIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    /** A proxy asks each process once in a while whether it is ready, and goes by that. */
    @Test
    void failsNoRequestOfAProxyThatTurnsToAnotherProcess() throws Exception {
        ConfigurableApplicationContext one = process("drain-1");
        ConfigurableApplicationContext other = process("drain-2");
        try (one;
                other) {
            ApiCaller toOne = PRODUCT.caller(Mode.SANDBOX, one);
            ApiCaller toOther = PRODUCT.caller(Mode.SANDBOX, other);
            Thread end = Thread.ofVirtual().unstarted(one::close);
            boolean ready = true;
            boolean isAnnounced = false;
            for (int number = 0; number < 400; number++) {
                if (number == 100) {
                    end.start();
                }
                if (number % 20 == 0 && ready) {
                    ready = isReady(one);
                }
                Reply reply = (ready ? toOne : toOther).get("/programs");
                assertThat(reply.status()).as("request %d", number).isEqualTo(200);
                isAnnounced |= ready && reply.header("Connection").equals("close");
                Thread.sleep(5);
            }
            assertThat(ready).as("the process that ends is ready").isFalse();
            assertThat(isAnnounced).as("an answer of it closed its connection").isTrue();
            end.join();
            Patience.until(() -> !one.isActive());
        }
    }

    private static boolean isReady(ConfigurableApplicationContext process) throws Exception {
        String port = process.getEnvironment().getRequiredProperty("local.server.port");
        URI readiness = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
        try (HttpClient proxy = HttpClient.newHttpClient()) {
            return proxy.send(HttpRequest.newBuilder(readiness).build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        }
    }

    private static ConfigurableApplicationContext process(String name) {
        List<String> settings = new ArrayList<>(PRODUCT.settings());
        settings.add("--countersign.shutdown.drain=3s");
        return ProductForTests.start(EnumSet.of(Role.API), name, settings);
    }
}
