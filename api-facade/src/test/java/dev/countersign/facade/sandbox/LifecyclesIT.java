package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.testkit.GeneratedFile;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.TextResource;
import java.io.IOException;
import java.nio.file.Path;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lifecycles of the field, played by nothing but the sandbox: their page shows each call with
 * what came of it. Each night proves the books, or does not complete.
 */
class LifecyclesIT {

    private static final String HEAD =
            """
            # Lifecycles

            For developers who build on the sandbox: the states of a card's transactions, call by call. A
            call is a method, a path below `/sandbox/v1`, and the members of the body. Each lifecycle has its
            own customer (`CUSTOMER`) with a virtual card in euro (`CARD`); authorizations and refunds name
            the card as `card_id`. `T1` is its first transaction, `D1` its first dispute, and `FUND` the
            funding account that was opened. Amounts are in minor units. Breaks and journals that belong to no
            card are listed, too. See `/sandbox/v1/test_helpers/openapi.yaml` for the helpers,
            [breaks.md](../../reconcile/docs/breaks.md) for breaks, and
            [reports.md](../../jobs/docs/reports.md) for the ledger accounts.

            A test makes all of these calls and verifies this page. Nights run here on a day that has not
            ended, which only the sandbox allows.
            """;

    @TempDir static Path directory;

    private static EmbeddedKafka broker;
    private static TestProduct product;

    @BeforeAll
    static void startAlone() throws Exception {
        broker = EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY);
        product = TestProduct.alone("test_lifecycles", broker.clientFile());
    }

    @AfterAll
    static void stop() {
        product.stop();
        broker.close();
    }

    /** Meanwhile publishers of events die again and again, between the topic and the book. */
    @Test
    void endWithBooksThatProveEachOtherAndEventsThatTellAllOfThem() throws Exception {
        try (DyingPublishers dying = new DyingPublishers(product, broker.clientFile())) {
            new GeneratedFile("api-facade", "lifecycles.md").assertIs(HEAD + play(product));
            new EveryThing(product.caller(Mode.SANDBOX)).change();
            assertThat(dying.died()).as("publishers that died").isPositive();
        }
        Patience.until(() -> count("state_change") == 0);

        RebuiltBook rebuilt = RebuiltBook.from(product.feed());

        new EveryThing(product.caller(Mode.SANDBOX)).assertShownAs(rebuilt);
        assertThat(rebuilt.of("night"))
                .hasSize((int) count("night where mode = 'sandbox'"))
                .allSatisfy(
                        (id, night) ->
                                assertThat(night.path("status").asString()).isEqualTo("completed"));
        assertThat(rebuilt.of("report"))
                .hasSize((int) count("issued_report where mode = 'sandbox'"));
        assertThat(rebuilt.of("break")).hasSize((int) count("break where mode = 'sandbox'"));
        assertThat(
                        rebuilt.of("break").values().stream()
                                .filter(each -> each.path("state").asString().equals("resolved"))
                                .count())
                .isEqualTo(count("break where mode = 'sandbox' and state = 'resolved'"));
    }

    private static long count(String rows) {
        return Jdbi.create(product.databaseUrl())
                .withHandle(
                        handle ->
                                handle.createQuery("select count(*) from " + rows)
                                        .mapTo(Long.class)
                                        .one());
    }

    private static String play(TestProduct product) throws IOException {
        ApiCaller sandbox = product.caller(Mode.SANDBOX);
        Jdbi jdbi = Jdbi.create(product.databaseUrl());
        StringBuilder pages = new StringBuilder();
        for (String script : TextResource.read("/lifecycles.txt").strip().split("\n\n", -1)) {
            PlayedLifecycle played = new PlayedLifecycle(sandbox, jdbi);
            StringBuilder head = new StringBuilder();
            for (String line : script.split("\n", -1)) {
                if (line.startsWith("# ")) {
                    head.append("\n## ").append(line.substring(2)).append("\n\n");
                } else if (line.matches("(POST|PUT) .*")) {
                    played.call(line);
                } else {
                    head.append(line).append("\n\n");
                }
            }
            pages.append(head).append(played.page().stripTrailing()).append('\n');
        }
        return pages.toString();
    }
}
