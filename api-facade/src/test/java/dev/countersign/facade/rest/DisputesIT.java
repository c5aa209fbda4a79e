package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Disputes over REST, of transactions that a night settled. */
class DisputesIT {

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);
    private static final int TRANSACTIONS = 18;
    private static final String[] SETTLED = new String[TRANSACTIONS];
    private static String old = "";
    private static int next;

    @BeforeAll
    static void settle() {
        String card = SANDBOX.card("virtual");
        for (int i = 0; i < TRANSACTIONS; i++) {
            SETTLED[i] = SANDBOX.buy(card, 5_000);
            Reply clearing = SANDBOX.clear(SETTLED[i], 5000);
            assertThat(clearing.status()).as(clearing.body().toString()).isEqualTo(202);
        }
        old =
                SANDBOX.create(
                        "/test_helpers/authorizations",
                        "{\"card_id\":\"%s\",\"amount\":5000,\"transmitted_at\":\"2025-01-10T10:00:00Z\"}"
                                .formatted(card));
        SANDBOX.post(
                "/test_helpers/clearings",
                "{\"transaction_id\":\"%s\",\"amount\":5000,\"transmitted_at\":\"2025-01-11T10:00:00Z\"}"
                        .formatted(old));
        Reply night = SANDBOX.post("/test_helpers/jobs/nightly", "{}");
        assertThat(night.text("/status")).as(night.body().toString()).isEqualTo("completed");
    }

    private static String settled() {
        return SETTLED[next++];
    }

    private static Reply open(String transaction, String members) {
        return SANDBOX.post(
                "/disputes", "{\"transaction_id\":\"%s\",%s}".formatted(transaction, members));
    }

    @Test
    void areOpenedForTheWholeTransactionUnlessToldOtherwise() {
        String transaction = settled();
        assertThat(SANDBOX.get("/transactions/" + transaction).text("/status"))
                .isEqualTo("settled");
        assertThat(SANDBOX.get("/transactions/" + transaction).text("/settled_at")).isNotEmpty();

        Reply dispute = open(transaction, "\"reason\":\"fraud\"");

        assertThat(dispute.status()).as(dispute.body().toString()).isEqualTo(201);
        assertThat(dispute.text("/object")).isEqualTo("dispute");
        assertThat(dispute.text("/id")).startsWith("dsp_");
        assertThat(dispute.text("/status")).isEqualTo("open");
        assertThat(dispute.text("/currency")).isEqualTo("EUR");
        assertThat(dispute.text("/transaction_id")).isEqualTo(transaction);
        assertThat(dispute.body().at("/amount").longValue()).isEqualTo(5_000);
        assertThat(dispute.body().at("/resolved_at").isNull()).isTrue();
        assertThat(SANDBOX.get("/disputes/" + dispute.text("/id")).body())
                .isEqualTo(dispute.body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fraud",
                "duplicate",
                "incorrect_amount",
                "goods_not_received",
                "goods_not_as_described",
                "other"
            })
    void areOpenedForEachOfTheReasons(String reason) {
        Reply dispute = open(settled(), "\"reason\":\"" + reason + "\"");

        assertThat(dispute.status()).as(dispute.body().toString()).isEqualTo(201);
        assertThat(dispute.text("/reason")).isEqualTo(reason);
    }

    @Test
    void areRefusedWhenTheNetworksTimeIsOver() {
        assertThat(SANDBOX.get("/transactions/" + old).text("/status")).isEqualTo("settled");

        Reply late = open(old, "\"reason\":\"fraud\"");

        assertThat(late.refusal()).isEqualTo("409 dispute_window_closed transaction_id");
    }

    @Test
    void keepTheirEvidenceAsItWasGiven() {
        Reply dispute =
                open(
                        settled(),
                        "\"reason\":\"goods_not_received\",\"amount\":1,"
                                + "\"evidence\":{\"text\":\"never came\",\"files\":[{\"id\":1}],\"price\":1.10,\"much\":1e400,\"deep\":{\"a\":null}}");

        assertThat(dispute.body().at("/amount").longValue()).isEqualTo(1);
        assertThat(dispute.text("/evidence/files/0/id")).isEqualTo("1");
        assertThat(dispute.body().at("/evidence/deep/a").isNull()).isTrue();
        assertThat(dispute.response().body()).contains("\"price\":1.10", "\"much\":1E+400");
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"reason\":\"fraud\",\"amount\":5001; 422; amount_too_large; amount",
                "\"reason\":\"fraud\",\"amount\":0; 422; value_out_of_range; amount",
                "\"reason\":\"fraud\",\"amount\":\"1\"; 400; parameter_type_invalid; amount",
                "\"reason\":\"boredom\"; 422; value_invalid; reason",
                "\"amount\":1; 400; parameter_missing; reason",
                "\"reason\":\"fraud\",\"evidence\":[]; 400; parameter_type_invalid; evidence",
                "\"reason\":\"fraud\",\"status\":\"won\"; 422; property_not_updatable; status",
                "\"reason\":\"fraud\",\"evidence\":1e; 400; body_malformed; ``"
            })
    void sayWhatIsWrong(String members, int status, String code, String param) {
        Reply reply = open(SETTLED[TRANSACTIONS - 1], members);

        assertThat(reply.refusal())
                .as(reply.body().toString())
                .isEqualTo(status + " " + code + " " + param);
    }

    @Test
    void takeEvidenceOfAtMost64Kilobytes() {
        String transaction = settled();
        Reply tooLarge =
                open(
                        transaction,
                        "\"reason\":\"fraud\",\"evidence\":{\"text\":\"%s\"}"
                                .formatted("x".repeat(65_536)));

        assertThat(tooLarge.text("/error/code")).isEqualTo("evidence_too_large");
        assertThat(
                        open(
                                        transaction,
                                        "\"reason\":\"fraud\",\"evidence\":{\"text\":\"%s\"}"
                                                .formatted("x".repeat(65_000)))
                                .status())
                .isEqualTo(201);
    }

    @Test
    void takeEvidenceOfAtMost64Levels() {
        String transaction = settled();

        Reply tooDeep = open(transaction, "\"reason\":\"fraud\",\"evidence\":" + levels(65));
        assertThat(tooDeep.refusal()).isEqualTo("400 body_malformed ");
        assertThat(tooDeep.text("/error/message")).contains("levels");
        assertThat(open(transaction, "\"reason\":\"fraud\",\"evidence\":" + levels(64)).status())
                .isEqualTo(201);
    }

    private static String levels(int count) {
        return "{\"in\":".repeat(count - 1) + "{}" + "}".repeat(count - 1);
    }

    @Test
    void areOfSettledPurchasesOnly() {
        String card = SANDBOX.card("virtual");
        Reply open = open(SANDBOX.buy(card, 100), "\"reason\":\"fraud\"");
        assertThat(open.status()).isEqualTo(409);
        assertThat(open.text("/error/code")).isEqualTo("transaction_not_settled");

        String refund =
                SANDBOX.create(
                        "/test_helpers/refunds",
                        "{\"card_id\":\"%s\",\"amount\":100}".formatted(card));
        assertThat(open(refund, "\"reason\":\"fraud\"").text("/error/code"))
                .isEqualTo("transaction_not_disputable");

        Reply unknown = open("txn_1", "\"reason\":\"fraud\"");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text("/error/param")).isEqualTo("transaction_id");
    }

    @Test
    void areOneAtATimeAndAgainWhenWithdrawn() {
        String transaction = settled();
        String first = open(transaction, "\"reason\":\"duplicate\"").text("/id");
        assertThat(open(transaction, "\"reason\":\"fraud\"").text("/error/code"))
                .isEqualTo("dispute_already_exists");

        assertThat(advance(first, "withdrawn").text("/status")).isEqualTo("withdrawn");

        assertThat(open(transaction, "\"reason\":\"fraud\"").status()).isEqualTo(201);
        assertThat(SANDBOX.get("/disputes?transaction_id=" + transaction).body().at("/data").size())
                .isEqualTo(2);
        assertThat(
                        SANDBOX.get("/disputes?status=withdrawn&transaction_id=" + transaction)
                                .text("/data/0/id"))
                .isEqualTo(first);
    }

    @Test
    void areDecidedByTheNetwork() {
        String won = open(settled(), "\"reason\":\"fraud\"").text("/id");
        assertThat(advance(won, "won").status())
                .as("nobody wins a case that the network has not taken")
                .isEqualTo(422);
        assertThat(advance(won, "under_review").text("/status")).isEqualTo("under_review");
        assertThat(advance(won, "under_review").status()).isEqualTo(422);
        Reply decided = advance(won, "won");
        assertThat(decided.text("/status")).isEqualTo("won");
        assertThat(decided.text("/resolved_at")).isNotEmpty();
        assertThat(advance(won, "lost").status()).isEqualTo(422);

        String lost = open(settled(), "\"reason\":\"other\"").text("/id");
        advance(lost, "under_review");
        assertThat(advance(lost, "lost").text("/status")).isEqualTo("lost");
    }

    private static Reply advance(String dispute, String to) {
        return SANDBOX.post(
                "/test_helpers/disputes/" + dispute + "/advance", "{\"to\":\"" + to + "\"}");
    }
}
