package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clearings, refunds and nights on demand. */
class SandboxClearingsIT {

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);

    @Test
    void aClearingWaitsForTheNightAndIsKnownByItsArn() {
        String transaction = SANDBOX.pay(SANDBOX.card("virtual"), 5_000).text("/id");
        String body =
                "{\"transaction_id\":\"%s\",\"amount\":5000,\"arn\":\"74000016325000000000017\"}"
                        .formatted(transaction);

        Reply first = SANDBOX.post("/test_helpers/clearings", body);

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.text("/object")).isEqualTo("clearing");
        assertThat(SANDBOX.post("/test_helpers/clearings", body).text("/id"))
                .isEqualTo(first.text("/id"));
        assertThat(SANDBOX.get("/transactions/" + transaction).text("/status"))
                .isEqualTo("authorized");
    }

    @Test
    void theNightOfAnOpenDaySettlesWhatClearedAndMayBeRunAgain() {
        String transaction = SANDBOX.pay(SANDBOX.card("virtual"), 5_000).text("/id");
        SANDBOX.clear(transaction, 5000);

        Reply run = SANDBOX.post("/test_helpers/jobs/nightly", "{}");

        assertThat(run.status()).as(run.body().toString()).isEqualTo(200);
        assertThat(run.text("/status")).as(run.body().toString()).isEqualTo("completed");
        Reply settled = SANDBOX.get("/transactions/" + transaction);
        assertThat(settled.text("/status")).isEqualTo("settled");
        assertThat(settled.body().at("/amount").longValue()).isEqualTo(5_000);
        assertThat(SANDBOX.post("/test_helpers/jobs/nightly", "").text("/status"))
                .isEqualTo("completed");
        assertThat(
                        SANDBOX.send(
                                        "POST",
                                        "/test_helpers/jobs/nightly",
                                        "",
                                        Map.of("Content-Type", "application/json"))
                                .status())
                .as("no body says as much as an empty one, whatever the header says")
                .isEqualTo(200);
        assertThat(SANDBOX.get("/transactions/" + transaction).body()).isEqualTo(settled.body());
    }

    @Test
    void aRefundThatWasAuthorizedGoesBackToTheCardholder() {
        String card = SANDBOX.card("virtual");
        String refund =
                SANDBOX.create(
                        "/test_helpers/authorizations",
                        "{\"card_id\":\"%s\",\"amount\":3000,\"type\":\"refund\"}".formatted(card));

        Reply clearing = SANDBOX.clear(refund, 3000);

        assertThat(clearing.status()).isEqualTo(202);
        SANDBOX.night();
        Reply settled = SANDBOX.get("/transactions/" + refund);
        assertThat(settled.text("/type")).isEqualTo("refund");
        assertThat(settled.text("/status")).isEqualTo("settled");
        assertThat(SANDBOX.get("/transactions?card_id=" + card).body().at("/data")).hasSize(1);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"amount\":1}; 400 parameter_missing transaction_id",
                "{\"card_id\":\"CARD\",\"amount\":1,\"sequence\":3,\"count\":2}; 422 value_invalid sequence"
            })
    void aClearingSaysWhatIsWrong(String body, String refusal) {
        Reply reply =
                SANDBOX.post(
                        "/test_helpers/clearings", body.replace("CARD", SANDBOX.card("virtual")));

        assertThat(reply.refusal()).isEqualTo(refusal);
    }

    @Test
    void aRefundIsSettledWhenItComes() {
        String card = SANDBOX.card("virtual");

        Reply refund =
                SANDBOX.post(
                        "/test_helpers/refunds",
                        "{\"card_id\":\"%s\",\"amount\":3000}".formatted(card));

        assertThat(refund.status()).isEqualTo(201);
        assertThat(refund.text("/type")).isEqualTo("refund");
        assertThat(refund.text("/status")).isEqualTo("settled");
        assertThat(refund.text("/settled_at")).isNotEmpty();
    }
}
