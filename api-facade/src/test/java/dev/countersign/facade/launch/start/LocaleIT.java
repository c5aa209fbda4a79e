package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.Main;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.reconcile.testkit.ChildJvm;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The product on machines whose locale writes other digits, letters and years, all at once: it
 * starts, decides and runs a night, one after the other on the same data, with the largest amounts
 * that there are.
 */
class LocaleIT {

    private static final long MAX = Long.MAX_VALUE;

    @TempDir static Path home;

    private static String card = "";

    @ParameterizedTest(name = "{0}-{1} {2}")
    @CsvSource({"tr,TR,u-ca-buddhist-nu-beng", "ar,EG,u-nu-arab"})
    void startsDecidesAndRunsANight(String language, String country, String extensions)
            throws Exception {
        try (ChildJvm product = serve(language, country, extensions)) {
            URI health = URI.create(product.await("  Health    ").strip());
            String key = new KeysFile(new DataDirectory(home)).read().get("SANDBOX_KEY");
            ApiCaller sandbox = new ApiCaller(health.resolve("/sandbox/v1").toString(), key);
            if (card.isEmpty()) {
                card = sandbox.card("virtual");
            }
            for (long amount : new long[] {MAX, MAX, 1_234_567}) {
                Reply bought = sandbox.pay(card, amount);
                assertThat(bought.text("/status")).isEqualTo("authorized");
                assertThat(bought.text("/amount")).isEqualTo(String.valueOf(amount));
                clear(sandbox, bought.text("/id"), amount);
            }
            sandbox.night();
            assertThat(sandbox.get("/transactions?card_id=" + card + "&limit=1").body().at("/data"))
                    .hasSize(1);
            product.interrupt();
            assertThat(product.output()).doesNotContain("Exception", " WARN ", " ERROR ");
        }
    }

    private static void clear(ApiCaller sandbox, String transaction, long amount) {
        Reply cleared = sandbox.clear(transaction, amount);
        assertThat(cleared.status()).isEqualTo(202);
    }

    private static ChildJvm serve(String language, String country, String extensions)
            throws Exception {
        return ChildJvm.run(
                Map.of(
                        "COUNTERSIGN_HOME",
                        home.toString(),
                        "JAVA_TOOL_OPTIONS",
                        "-Duser.language=%s -Duser.country=%s -Duser.extensions=%s"
                                .formatted(language, country, extensions)),
                Main.class,
                "serve",
                "--countersign.embedded.postgres-port=0",
                "--countersign.embedded.kafka-port=0",
                "--server.port=0",
                "--management.server.port=0");
    }
}
