package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.embedded.LoopbackPort;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clock of the sandbox, which is put ahead to play weeks in a minute. */
class SandboxClockIT {

    private static final String ADVANCE = "/test_helpers/clock/advance";

    @TempDir static Path directory;

    private static EmbeddedKafka broker;
    private static TestProduct product;
    private static ApiCaller sandbox;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedKafka.start(directory.resolve("broker"), LoopbackPort.ANY);
        product = TestProduct.alone("test_sandbox_clock", broker.clientFile());
        sandbox = product.caller(Mode.SANDBOX);
    }

    @AfterAll
    static void stop() {
        product.stop();
        broker.close();
    }

    @Test
    void bringsTheDayOnWhichHoldsExpireAndDisputesAreTooLate() {
        String card = sandbox.card("virtual");
        String held = sandbox.pay(card, 5_000).text("/id");
        String bought = sandbox.pay(card, 700).text("/id");
        sandbox.clear(bought, 700);
        run();
        assertThat(status(held)).isEqualTo("authorized");
        assertThat(status(bought)).isEqualTo("settled");
        Instant before = Instant.now();

        Reply clock = sandbox.post(ADVANCE, "{\"days\":200}");

        assertThat(clock.status()).as(clock.body().toString()).isEqualTo(200);
        assertThat(clock.text("/object")).isEqualTo("clock");
        Instant now = Instant.parse(clock.text("/now"));
        assertThat(now)
                .isBetween(
                        before.plus(Duration.ofDays(200)).minusMillis(1),
                        Instant.now().plus(Duration.ofDays(200)));
        assertThat(run().text("/business_date"))
                .isEqualTo(LocalDate.ofInstant(now, ZoneOffset.UTC).toString());
        assertThat(status(held)).isEqualTo("reversed");
        Reply dispute =
                sandbox.post(
                        "/disputes",
                        "{\"transaction_id\":\"" + bought + "\",\"reason\":\"fraud\"}");
        assertThat(dispute.text("/error/code")).isEqualTo("dispute_window_closed");
        assertThat(Instant.parse(sandbox.pay(card, 100).text("/created_at"))).isAfterOrEqualTo(now);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{}; 400; parameter_missing",
                "{\"days\":0}; 422; value_out_of_range",
                "{\"days\":401}; 422; value_out_of_range",
                "{\"days\":\"7\"}; 400; parameter_type_invalid",
            })
    void takesOneToFourHundredDays(String body, int status, String code) {
        Reply reply = sandbox.post(ADVANCE, body);

        assertThat(reply.refusal()).isEqualTo(status + " " + code + " days");
    }

    private static Reply run() {
        Reply run = sandbox.post("/test_helpers/jobs/nightly", "");
        assertThat(run.text("/status")).as(run.body().toString()).isEqualTo("completed");
        return run;
    }

    private static String status(String transaction) {
        return sandbox.get("/transactions/" + transaction).text("/status");
    }
}
