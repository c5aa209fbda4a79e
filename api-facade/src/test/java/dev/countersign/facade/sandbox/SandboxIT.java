package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.util.Locale;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The test helpers, and through them what the interface changes about the next authorization. */
class SandboxIT {

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);

    private static Reply authorize(String card, String members) {
        return SANDBOX.post(
                "/test_helpers/authorizations",
                "{\"card_id\":\"" + card + "\"" + (members.isEmpty() ? "" : "," + members) + "}");
    }

    private static void assertApproved(Reply reply) {
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        assertThat(reply.text("/status")).as(reply.body().toString()).isEqualTo("authorized");
    }

    private static void assertDeclined(Reply reply, String reason) {
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        assertThat(reply.text("/status")).isEqualTo("declined");
        assertThat(reply.text("/decline_reason")).isEqualTo(reason);
    }

    @Nested
    class Authorizations {

        @Test
        void becomeTransactionsThatCanBeRead() {
            String card = SANDBOX.card("virtual");

            Reply made =
                    authorize(
                            card,
                            """
                            "amount":9240,"merchant_amount":10000,"merchant_currency":"USD","channel":"online",
                            "merchant":{"id":"M1","name":"HARBOR BOOKS","mcc":"5942","city":"BOSTON","country":"US"},
                            "transmitted_at":"2026-11-20T10:15:30.123Z","network_reference":"900000000000001"
                            """);

            assertApproved(made);
            assertThat(made.text("/created_at")).isEqualTo("2026-11-20T10:15:30.123Z");
            assertThat(made.body().at("/amount").longValue()).isEqualTo(9_240);
            assertThat(made.body().at("/merchant_amount").longValue()).isEqualTo(10_000);
            assertThat(made.text("/merchant_currency")).isEqualTo("USD");
            assertThat(made.text("/channel")).isEqualTo("online");
            assertThat(made.text("/merchant/mcc")).isEqualTo("5942");
            assertThat(SANDBOX.get("/transactions/" + made.text("/id")).body())
                    .isEqualTo(made.body());
        }

        @Test
        void growByIncrementsAndShrinkByReversals() {
            String transaction = SANDBOX.pay(SANDBOX.card("virtual"), 10_000).text("/id");
            String path = "/test_helpers/authorizations/" + transaction;

            Reply grown = SANDBOX.post(path + "/increment", "{\"amount\":1500}");
            assertThat(grown.status()).isEqualTo(200);
            assertThat(grown.body().at("/amount").longValue()).isEqualTo(11_500);

            Reply shrunk = SANDBOX.post(path + "/reverse", "{\"amount\":4000}");
            assertThat(shrunk.body().at("/amount").longValue()).isEqualTo(7_500);
            assertThat(shrunk.text("/status")).isEqualTo("authorized");

            Reply gone = SANDBOX.post(path + "/reverse", "");
            assertThat(gone.text("/status")).isEqualTo("reversed");
            assertThat(gone.body().at("/amount").longValue()).isEqualTo(7_500);
        }

        @Test
        void tellTheMerchantsAmountOfWhatIsHeld() {
            String transaction =
                    authorize(
                                    SANDBOX.card("virtual"),
                                    "\"amount\":9000,\"merchant_amount\":10000,"
                                            + "\"merchant_currency\":\"USD\"")
                            .text("/id");
            String path = "/test_helpers/authorizations/" + transaction;

            Reply grown = SANDBOX.post(path + "/increment", "{\"amount\":900}");
            Reply shrunk = SANDBOX.post(path + "/reverse", "{\"amount\":1800}");

            assertThat(grown.body().at("/merchant_amount").longValue()).isEqualTo(11_000);
            assertThat(shrunk.body().at("/merchant_amount").longValue()).isEqualTo(9_000);
        }

        @Test
        void canBeAdvisedInsteadOfAsked() {
            String card = SANDBOX.card("virtual");
            SANDBOX.put("/cards/" + card + "/spending-controls", "{\"daily_limit\":100}");

            assertApproved(authorize(card, "\"amount\":5000,\"advice\":true"));
        }

        @ParameterizedTest(name = "{0}: {1} {2} {3}")
        @CsvSource(
                delimiter = ';',
                quoteCharacter = '`',
                value = {
                    "{\"amount\":1}; 400; parameter_missing; card_id",
                    "{\"card_id\":\"CARD\"}; 400; parameter_missing; amount",
                    "{\"card_id\":\"CARD\",\"amount\":-1}; 422; value_out_of_range; amount",
                    "{\"card_id\":\"CARD\",\"amount\":9223372036854775808}; 422; value_out_of_range; amount",
                    "{\"card_id\":\"CARD\",\"amount\":10.5}; 400; parameter_type_invalid; amount",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"channel\":\"moon\"}; 422; value_invalid; channel",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"currency\":\"XXX\"}; 422; value_invalid; currency",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"transmitted_at\":\"today\"}; 422; format_invalid; transmitted_at",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"transmitted_at\":\"9999-01-01T00:00:00Z\"}; 422; value_out_of_range; transmitted_at",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"merchant\":{\"mcc\":\"58\"}}; 422; format_invalid; merchant.mcc",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"encrypted_pin_block\":\"1234\"}; 422; format_invalid; encrypted_pin_block",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"network_reference\":\"000\"}; 422; format_invalid; network_reference",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"network_reference\":\"\"}; 422; format_invalid; network_reference",
                    "{\"card_id\":\"CARD\",\"amount\":1,\"currency\":\"USD\",\"advice\":true}; 422; value_invalid; currency",
                    "{\"card_id\":\"card_1\",\"amount\":1}; 404; resource_missing; card_id"
                })
        void sayWhatIsWrong(String body, int status, String code, String param) {
            Reply reply =
                    SANDBOX.post(
                            "/test_helpers/authorizations",
                            body.replace("CARD", SANDBOX.card("virtual")));

            assertThat(reply.refusal())
                    .as(reply.body().toString())
                    .isEqualTo(status + " " + code + " " + param);
        }

        @Test
        void areNotPartOfProduction() {
            assertThat(
                            TestProduct.running()
                                    .caller(Mode.LIVE)
                                    .post("/test_helpers/authorizations", "{}")
                                    .text("/error/code"))
                    .isEqualTo("route_unknown");
        }
    }

    /** A change over REST acts on the next authorization of that card. */
    @Nested
    class NextAuthorization {

        @Test
        void seesAFreezeAndItsEnd() {
            String card = SANDBOX.card("virtual");
            assertApproved(SANDBOX.pay(card, 100));
            SANDBOX.post("/cards/" + card + "/freeze", "");
            assertDeclined(SANDBOX.pay(card, 100), "card_frozen");
            SANDBOX.post("/cards/" + card + "/unfreeze", "");
            assertApproved(SANDBOX.pay(card, 100));
            SANDBOX.post("/cards/" + card + "/terminate", "");
            assertDeclined(SANDBOX.pay(card, 100), "other");
        }

        @ParameterizedTest(name = "{0}")
        @CsvSource(
                delimiter = ';',
                quoteCharacter = '`',
                value = {
                    "{\"single_transaction_limit\":99}",
                    "{\"daily_limit\":99}",
                    "{\"monthly_limit\":99}",
                    "{\"daily_limit\":0}"
                })
        void seesALimit(String limits) {
            String card = SANDBOX.card("virtual");
            SANDBOX.put("/cards/" + card + "/spending-controls", limits);

            assertDeclined(SANDBOX.pay(card, 100), "spending_limit_exceeded");
            SANDBOX.put("/cards/" + card + "/spending-controls", "{}");
            assertApproved(SANDBOX.pay(card, 100));
        }

        @Test
        void countsTheDayAndTheMonthInUtc() {
            String card = SANDBOX.card("virtual");
            SANDBOX.put(
                    "/cards/" + card + "/spending-controls",
                    "{\"daily_limit\":10000,\"monthly_limit\":16000}");

            assertApproved(at(card, 6_000, "2026-10-30T23:59:59.999Z"));
            assertApproved(at(card, 6_000, "2026-10-31T00:00:00.000Z"));
            assertDeclined(at(card, 5_000, "2026-10-31T23:00:00Z"), "spending_limit_exceeded");
            assertApproved(at(card, 4_000, "2026-10-31T23:30:00Z"));
            assertDeclined(at(card, 1, "2026-10-29T23:30:00Z"), "spending_limit_exceeded");
            assertApproved(at(card, 10_000, "2026-11-01T00:00:00Z"));
        }

        private static Reply at(String card, long amount, String time) {
            return authorize(
                    card,
                    String.format(
                            Locale.ROOT, "\"amount\":%d,\"transmitted_at\":\"%s\"", amount, time));
        }

        @ParameterizedTest(name = "{0} at {1}: {2}")
        @CsvSource(
                delimiter = ';',
                quoteCharacter = '`',
                value = {
                    "{}; \"type\":\"cash_withdrawal\",\"channel\":\"in_store\"; declined",
                    "{\"allow_cash_withdrawal\":true}; \"type\":\"cash_withdrawal\",\"channel\":\"in_store\"; authorized",
                    "{\"allow_online\":false}; \"channel\":\"online\"; declined",
                    "{\"allow_online\":false}; \"channel\":\"in_store\"; authorized",
                    "{\"allow_contactless\":false}; \"channel\":\"contactless\"; declined",
                    "{\"blocked_mccs\":[\"7995\"]}; \"merchant\":{\"mcc\":\"7995\",\"country\":\"IT\"}; declined",
                    "{\"blocked_mccs\":[\"7995\"]}; \"merchant\":{\"mcc\":\"5812\",\"country\":\"IT\"}; authorized",
                    "{\"allowed_mccs\":[\"5812\"]}; \"merchant\":{\"mcc\":\"5812\",\"country\":\"IT\"}; authorized",
                    "{\"allowed_mccs\":[\"5812\"]}; \"merchant\":{\"mcc\":\"7995\",\"country\":\"IT\"}; declined",
                    "{\"allowed_mccs\":[\"5812\"]}; \"merchant\":{\"country\":\"IT\"}; declined",
                    "{\"blocked_countries\":[\"KP\"]}; \"merchant\":{\"mcc\":\"5812\",\"country\":\"KP\"}; declined",
                    "{\"allowed_countries\":[\"IT\"]}; \"merchant\":{\"mcc\":\"5812\",\"country\":\"FR\"}; declined",
                    "{\"allowed_countries\":[\"IT\"]}; \"merchant\":{\"mcc\":\"5812\"}; declined"
                })
        void seesTheControls(String controls, String members, String status) {
            String card = SANDBOX.card("virtual");
            SANDBOX.put("/cards/" + card + "/authorization-controls", controls);

            Reply reply = authorize(card, "\"amount\":100," + members);

            assertThat(reply.text("/status")).as(reply.body().toString()).isEqualTo(status);
            if (status.equals("declined")) {
                assertDeclined(reply, "authorization_control");
            }
        }

        @Test
        void isDeclinedOnAPendingCard() {
            assertDeclined(SANDBOX.pay(SANDBOX.card("physical"), 100), "other");
        }

        @Test
        void carriesTheUsageOfTheReplacedCard() {
            String card = SANDBOX.card("virtual");
            SANDBOX.put("/cards/" + card + "/spending-controls", "{\"daily_limit\":10000}");
            assertApproved(SANDBOX.pay(card, 9_000));

            String replacement =
                    SANDBOX.create("/cards/" + card + "/replace", "{\"reason\":\"damaged\"}");

            assertDeclined(SANDBOX.pay(replacement, 1_001), "spending_limit_exceeded");
            assertApproved(SANDBOX.pay(replacement, 1_000));
        }

        @Test
        void seesThatTheCardWasDelivered() {
            String card = delivered();

            assertApproved(SANDBOX.pay(card, 100));
        }

        @Test
        void seesThePinAndBlocksItAtTheThirdWrongOne() {
            String card = delivered();
            setPin(card, "4071");

            assertApproved(withPin(card, "4071"));
            assertDeclined(withPin(card, "1111"), "incorrect_pin");
            assertDeclined(withPin(card, "2222"), "incorrect_pin");
            assertThat(pinOf(card)).isEqualTo("set 1");
            assertApproved(withPin(card, "4071"));
            assertThat(pinOf(card)).as("a right PIN gives all tries again").isEqualTo("set 3");
            assertDeclined(withPin(card, "1111"), "incorrect_pin");
            assertDeclined(withPin(card, "1111"), "incorrect_pin");
            assertDeclined(withPin(card, "1111"), "incorrect_pin");
            assertThat(pinOf(card)).isEqualTo("blocked 0");
            assertDeclined(withPin(card, "4071"), "incorrect_pin");

            Reply unblocked = SANDBOX.post("/cards/" + card + "/pin/unblock", "");
            assertThat(unblocked.text("/status")).isEqualTo("set");
            assertApproved(withPin(card, "4071"));
            setPin(card, "123456");
            assertDeclined(withPin(card, "4071"), "incorrect_pin");
            assertApproved(withPin(card, "123456"));
        }

        @Test
        void wantsAPinAtACashMachine() {
            String card = delivered();
            SANDBOX.put(
                    "/cards/" + card + "/authorization-controls",
                    "{\"allow_cash_withdrawal\":true}");
            setPin(card, "4071");
            String cash = "\"amount\":10000,\"type\":\"cash_withdrawal\"";

            assertDeclined(authorize(card, cash), "incorrect_pin");
            Reply drawn =
                    authorize(
                            card,
                            "%s,\"encrypted_pin_block\":\"%s\""
                                    .formatted(cash, SANDBOX.pinBlock(card, "4071")));
            assertApproved(drawn);
            assertThat(drawn.text("/channel")).isEqualTo("atm");
            assertThat(drawn.text("/type")).isEqualTo("cash_withdrawal");
        }

        private static void setPin(String card, String pin) {
            Reply set =
                    SANDBOX.put(
                            "/cards/" + card + "/pin",
                            "{\"encrypted_pin_block\":\"%s\"}"
                                    .formatted(SANDBOX.pinBlock(card, pin)));
            assertThat(set.text("/status")).as(set.body().toString()).isEqualTo("set");
        }

        private static Reply withPin(String card, String pin) {
            return authorize(
                    card,
                    "\"amount\":100,\"encrypted_pin_block\":\"%s\""
                            .formatted(SANDBOX.pinBlock(card, pin)));
        }

        private static String pinOf(String card) {
            Reply pin = SANDBOX.get("/cards/" + card + "/pin");
            return pin.text("/status") + " " + pin.body().at("/remaining_attempts").intValue();
        }
    }

    private static String ordered() {
        String card = SANDBOX.card("physical");
        SANDBOX.create(
                "/cards/" + card + "/physical-order",
                """
                {"shipping_address":{"line1":"Via Roma 1","city":"Roma","postal_code":"00100","country":"IT"}}
                """);
        return card;
    }

    private static String delivered() {
        String card = ordered();
        Reply order = advanceOrder(card, "delivered");
        assertThat(order.status()).as(order.body().toString()).isEqualTo(200);
        return card;
    }

    private static Reply advanceOrder(String card, String to) {
        return SANDBOX.post(
                "/test_helpers/cards/" + card + "/physical-order/advance",
                "{\"to\":\"" + to + "\"}");
    }

    /** Bureaus, wallets and networks move things by messages on the feed. */
    @Nested
    class Providers {

        @Test
        void anOrderIsMadeSentAndDelivered() {
            String card = ordered();

            assertThat(advanceOrder(card, "processing").text("/status")).isEqualTo("processing");
            assertThat(
                            SANDBOX.post("/cards/" + card + "/physical-order/cancel", "")
                                    .text("/error/code"))
                    .isEqualTo("order_not_cancellable");
            Reply shipped = advanceOrder(card, "shipped");
            assertThat(shipped.text("/status")).isEqualTo("shipped");
            assertThat(shipped.text("/shipped_at")).isNotEmpty();
            assertThat(shipped.text("/carrier")).isNotEmpty();
            assertThat(shipped.text("/tracking_number")).isNotEmpty();
            assertThat(SANDBOX.get("/cards/" + card).text("/status")).isEqualTo("pending");
            Reply delivered = advanceOrder(card, "delivered");
            assertThat(delivered.text("/status")).isEqualTo("delivered");
            assertThat(delivered.text("/shipped_at")).isEqualTo(shipped.text("/shipped_at"));
            assertThat(SANDBOX.get("/cards/" + card).text("/status")).isEqualTo("active");
        }

        @Test
        void anOrderNeverGoesBack() {
            String card = ordered();
            advanceOrder(card, "shipped");

            Reply back = advanceOrder(card, "processing");

            assertThat(back.status()).isEqualTo(422);
            assertThat(back.text("/error/param")).isEqualTo("to");
            assertThat(advanceOrder(card, "cancelled").text("/error/code"))
                    .isEqualTo("value_invalid");
            assertThat(advanceOrder(SANDBOX.card("physical"), "shipped").status()).isEqualTo(404);
        }

        @Test
        void theDeliveryOfATerminatedCardDoesNotReviveIt() {
            String card = ordered();
            advanceOrder(card, "shipped");
            SANDBOX.post("/cards/" + card + "/terminate", "");

            assertThat(advanceOrder(card, "delivered").text("/status")).isEqualTo("delivered");
            assertThat(SANDBOX.get("/cards/" + card).text("/status")).isEqualTo("terminated");
        }

        @Test
        void aWalletConfirmsSuspendsAndRemovesAToken() {
            String card = SANDBOX.card("virtual");
            String token =
                    SANDBOX.create(
                            "/cards/" + card + "/wallet-tokens", "{\"wallet\":\"apple_pay\"}");

            assertThat(advanceToken(token, "active").text("/status")).isEqualTo("active");
            assertThat(advanceToken(token, "suspended").text("/status")).isEqualTo("suspended");
            assertThat(advanceToken(token, "active").text("/status")).isEqualTo("active");
            assertThat(advanceToken(token, "removed").text("/status")).isEqualTo("removed");
            assertThat(advanceToken(token, "active").status()).isEqualTo(422);
            assertThat(advanceToken("wlt_1", "active").status()).isEqualTo(404);
        }

        @Test
        void aFreezeSuspendsTokensAndItsEndResumesExactlyThose() {
            String card = SANDBOX.card("virtual");
            String active = token(card, "apple_pay");
            String suspended = token(card, "google_pay");
            advanceToken(active, "active");
            advanceToken(suspended, "suspended");

            SANDBOX.post("/cards/" + card + "/freeze", "");
            assertThat(statusOf(card, active)).isEqualTo("suspended");
            SANDBOX.post("/cards/" + card + "/unfreeze", "");

            assertThat(statusOf(card, active)).isEqualTo("active");
            assertThat(statusOf(card, suspended)).isEqualTo("suspended");
        }

        @Test
        void aTokenThatIsConfirmedOnAFrozenCardWaitsForItsEnd() {
            String card = SANDBOX.card("virtual");
            String token = token(card, "apple_pay");
            SANDBOX.post("/cards/" + card + "/freeze", "");

            assertThat(advanceToken(token, "active").text("/status")).isEqualTo("suspended");
            SANDBOX.post("/cards/" + card + "/unfreeze", "");
            assertThat(statusOf(card, token)).isEqualTo("active");
        }

        private static String token(String card, String wallet) {
            return SANDBOX.create(
                    "/cards/" + card + "/wallet-tokens", "{\"wallet\":\"" + wallet + "\"}");
        }

        private static Reply advanceToken(String token, String to) {
            return SANDBOX.post(
                    "/test_helpers/wallet-tokens/" + token + "/advance", "{\"to\":\"" + to + "\"}");
        }

        private static String statusOf(String card, String token) {
            return SANDBOX.get("/cards/" + card + "/wallet-tokens")
                    .body()
                    .at("/data")
                    .valueStream()
                    .filter(each -> each.at("/id").asString().equals(token))
                    .map(each -> each.at("/status").asString())
                    .findFirst()
                    .orElseThrow();
        }
    }
}
