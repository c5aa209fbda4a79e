package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a card: wallet tokens, the order of its plastic, its PIN. */
class CardPartsIT {

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);
    private static final String ADDRESS =
            "{\"shipping_address\":{\"line1\":\"Street 1\",\"city\":\"Berlin\",\"postal_code\":\"10115\",\"country\":\"DE\"}}";

    @Nested
    class WalletTokens {

        @Test
        void areProvisionedPendingOncePerWalletAndDevice() {
            String tokens = "/cards/" + SANDBOX.card("virtual") + "/wallet-tokens";
            String body =
                    "{\"wallet\":\"apple_pay\",\"device_id\":\"d1\",\"device_name\":\"Phone\"}";

            Reply token = SANDBOX.post(tokens, body);

            assertThat(token.status()).isEqualTo(201);
            assertThat(token.text("/object")).isEqualTo("wallet_token");
            assertThat(token.text("/status")).isEqualTo("pending");
            assertThat(token.text("/device_name")).isEqualTo("Phone");
            assertThat(SANDBOX.post(tokens, body).text("/error/code"))
                    .isEqualTo("wallet_token_exists");
            assertThat(SANDBOX.post(tokens, body.replace("d1", "d2")).status()).isEqualTo(201);
            assertThat(SANDBOX.post(tokens, "{\"wallet\":\"paper\"}").status()).isEqualTo(422);
            assertThat(SANDBOX.get(tokens).body().get("data")).hasSize(2);
        }

        @Test
        void areRemovedAsOftenAsAskedAndStayInTheList() {
            String tokens = "/cards/" + SANDBOX.card("virtual") + "/wallet-tokens";
            String id = SANDBOX.create(tokens, "{\"wallet\":\"google_pay\"}");

            for (int i = 0; i < 2; i++) {
                Reply removed = SANDBOX.delete(tokens + "/" + id);
                assertThat(removed.status()).isEqualTo(204);
                assertThat(removed.response().body()).isEmpty();
            }
            assertThat(SANDBOX.get(tokens).text("/data/0/status")).isEqualTo("removed");
            assertThat(SANDBOX.post(tokens, "{\"wallet\":\"google_pay\"}").status()).isEqualTo(201);
            assertThat(SANDBOX.delete(tokens + "/wlt_1").status()).isEqualTo(404);
        }

        @Test
        void needAnActiveCardAndAPhone() {
            String pending = "/cards/" + SANDBOX.card("physical") + "/wallet-tokens";
            Reply refused = SANDBOX.post(pending, "{\"wallet\":\"apple_pay\"}");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("/error/code")).isEqualTo("card_not_active");

            String customer = SANDBOX.create("/customers", "{\"type\":\"individual\"}");
            String card =
                    SANDBOX.create(
                            "/cards",
                            "{\"customer_id\":\""
                                    + customer
                                    + "\",\"type\":\"virtual\",\"currency\":\"EUR\"}");
            assertThat(
                            SANDBOX.post(
                                            "/cards/" + card + "/wallet-tokens",
                                            "{\"wallet\":\"apple_pay\"}")
                                    .text("/error/code"))
                    .isEqualTo("customer_phone_missing");
        }

        @Test
        void goWithTheCardWhenItEnds() {
            String card = "/cards/" + SANDBOX.card("virtual");
            SANDBOX.create(card + "/wallet-tokens", "{\"wallet\":\"apple_pay\"}");
            SANDBOX.post(card + "/terminate", "");

            assertThat(SANDBOX.get(card + "/wallet-tokens").text("/data/0/status"))
                    .isEqualTo("removed");
        }
    }

    @Nested
    class Orders {

        @Test
        void areMadeOnceForAPendingPhysicalCard() {
            String order = "/cards/" + SANDBOX.card("physical") + "/physical-order";
            assertThat(SANDBOX.get(order).status()).isEqualTo(404);

            Reply made = SANDBOX.post(order, ADDRESS);

            assertThat(made.status()).isEqualTo(201);
            assertThat(made.text("/object")).isEqualTo("physical_card_order");
            assertThat(made.text("/status")).isEqualTo("pending");
            assertThat(made.text("/shipping_method")).isEqualTo("standard");
            assertThat(made.text("/shipping_address/city")).isEqualTo("Berlin");
            assertThat(made.body().at("/carrier").isNull()).isTrue();
            assertThat(SANDBOX.get(order).body()).isEqualTo(made.body());
            assertThat(SANDBOX.post(order, ADDRESS).text("/error/code"))
                    .isEqualTo("order_already_exists");
        }

        @Test
        void goTheWayAndToTheAddressThatWasSaid() {
            String order = "/cards/" + SANDBOX.card("physical") + "/physical-order";
            String whole =
                    ADDRESS.replace("\"city\"", "\"line2\":\"Floor 2\",\"state\":\"BE\",\"city\"")
                            .replace("}}", "},\"shipping_method\":\"express\"}");

            Reply made = SANDBOX.post(order, whole);

            assertThat(made.status()).isEqualTo(201);
            assertThat(made.text("/shipping_method")).isEqualTo("express");
            assertThat(made.text("/shipping_address/line2")).isEqualTo("Floor 2");
            assertThat(made.text("/shipping_address/state")).isEqualTo("BE");
        }

        @Test
        void areCancelledWhilePendingAndMadeAgain() {
            String order = "/cards/" + SANDBOX.card("physical") + "/physical-order";
            assertThat(SANDBOX.post(order + "/cancel", "").status()).isEqualTo(404);
            SANDBOX.create(order, ADDRESS);

            assertThat(SANDBOX.post(order + "/cancel", "").text("/status")).isEqualTo("cancelled");
            assertThat(SANDBOX.post(order + "/cancel", "").text("/error/code"))
                    .isEqualTo("order_not_cancellable");
            assertThat(SANDBOX.post(order, ADDRESS).status()).isEqualTo(201);
        }

        @Test
        void endWithThePendingCard() {
            String card = "/cards/" + SANDBOX.card("physical");
            SANDBOX.create(card + "/physical-order", ADDRESS);
            SANDBOX.post(card + "/terminate", "");

            assertThat(SANDBOX.get(card + "/physical-order").text("/status"))
                    .isEqualTo("cancelled");
            assertThat(SANDBOX.post(card + "/physical-order", ADDRESS).text("/error/code"))
                    .isEqualTo("card_not_pending");
        }

        @Test
        void areForPlasticAndNeedAWholeAddress() {
            assertThat(
                            SANDBOX.post(
                                            "/cards/" + SANDBOX.card("virtual") + "/physical-order",
                                            ADDRESS)
                                    .text("/error/code"))
                    .isEqualTo("card_not_physical");
            String order = "/cards/" + SANDBOX.card("physical") + "/physical-order";
            Reply missing = SANDBOX.post(order, ADDRESS.replace(",\"country\":\"DE\"", ""));
            assertThat(missing.status()).isEqualTo(400);
            assertThat(missing.text("/error/param")).isEqualTo("shipping_address.country");
            assertThat(SANDBOX.post(order, ADDRESS.replace("DE", "de")).text("/error/code"))
                    .isEqualTo("format_invalid");
            assertThat(
                            SANDBOX.post(
                                            order,
                                            ADDRESS.replace(
                                                    "}}", "},\"shipping_method\":\"rocket\"}"))
                                    .status())
                    .isEqualTo(422);
        }
    }

    @Nested
    class CardPin {

        /** Invalid blocks are counted by key. */
        private final ApiCaller caller = TestProduct.running().callerWithNewKey(Mode.SANDBOX);

        @Test
        void isNotSetAtFirstOnAnyCard() {
            for (String type : List.of("virtual", "physical")) {
                Reply pin = SANDBOX.get("/cards/" + SANDBOX.card(type) + "/pin");
                assertThat(pin.text("/object")).isEqualTo("pin_status");
                assertThat(pin.text("/status")).isEqualTo("not_set");
                assertThat(pin.body().has("remaining_attempts")).isEqualTo(type.equals("physical"));
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"1234", "123456789012"})
        void isSetByABlockUnderTheAccountsKey(String digits) {
            String card = SANDBOX.card("physical");

            Reply set = SANDBOX.put("/cards/" + card + "/pin", block(card, digits));

            assertThat(set.status()).as(set.body().toString()).isEqualTo(200);
            assertThat(set.text("/status")).isEqualTo("set");
            assertThat(set.text("/card_id")).isEqualTo(card);
            assertThat(set.body().get("remaining_attempts").intValue()).isEqualTo(3);
            assertThat(SANDBOX.get("/cards/" + card + "/pin").body()).isEqualTo(set.body());
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "1234",
                    "1234\\n",
                    "",
                    "00112233445566778899aabbccddeeff",
                    "zz112233445566778899aabbccddeeff"
                })
        void isRefusedTheSameWayWhateverIsWrongWithTheBlock(String block) {
            String card = SANDBOX.card("physical");

            Reply refused =
                    caller.put(
                            "/cards/" + card + "/pin",
                            "{\"encrypted_pin_block\":\"" + block + "\"}");

            assertThat(refused.refusal()).isEqualTo("422 pin_block_invalid encrypted_pin_block");
        }

        @Test
        void isNotTakenForAnotherCard() {
            String one = SANDBOX.card("physical");
            String other = SANDBOX.card("physical");

            assertThat(
                            caller.put("/cards/" + other + "/pin", block(one, "1234"))
                                    .text("/error/code"))
                    .isEqualTo("pin_block_invalid");
        }

        @Test
        void belongsToPlasticThatLives() {
            String virtual = SANDBOX.card("virtual");
            assertThat(
                            SANDBOX.put("/cards/" + virtual + "/pin", block(virtual, "1234"))
                                    .text("/error/code"))
                    .isEqualTo("card_not_physical");
            assertThat(
                            caller.put(
                                            "/cards/" + virtual + "/pin",
                                            "{\"encrypted_pin_block\":\"1234\"}")
                                    .text("/error/code"))
                    .as("what is wrong with the body comes before what the card is")
                    .isEqualTo("pin_block_invalid");
            String ended = SANDBOX.card("physical");
            String block = block(ended, "1234");
            SANDBOX.post("/cards/" + ended + "/terminate", "");
            assertThat(SANDBOX.put("/cards/" + ended + "/pin", block).text("/error/code"))
                    .isEqualTo("card_not_active");
            String frozen = SANDBOX.card("physical");
            String frozenBlock = block(frozen, "1234");
            SANDBOX.post(
                    "/cards/" + frozen + "/physical-order",
                    "{\"shipping_address\":{\"line1\":\"1 Rue X\",\"city\":\"Paris\","
                            + "\"postal_code\":\"75001\",\"country\":\"FR\"}}");
            SANDBOX.post(
                    "/test_helpers/cards/" + frozen + "/physical-order/advance",
                    "{\"to\":\"delivered\"}");
            SANDBOX.post("/cards/" + frozen + "/freeze", "");
            assertThat(SANDBOX.put("/cards/" + frozen + "/pin", frozenBlock).text("/error/code"))
                    .isEqualTo("card_not_active");
            assertThat(SANDBOX.post("/cards/" + frozen + "/pin/unblock", "").text("/error/code"))
                    .isEqualTo("card_not_active");
        }

        @Test
        void isUnblockedOnlyWhenItIsBlocked() {
            Reply pending = SANDBOX.post("/cards/" + SANDBOX.card("physical") + "/pin/unblock", "");
            assertThat(pending.status()).isEqualTo(409);
            assertThat(pending.text("/error/type")).isEqualTo("invalid_request");
            assertThat(pending.text("/error/code")).isEqualTo("card_not_active");
            assertThat(pending.text("/error/param")).isEqualTo("card_id");
            assertThat(
                            SANDBOX.post("/cards/" + SANDBOX.card("virtual") + "/pin/unblock", "")
                                    .text("/error/code"))
                    .isEqualTo("pin_not_blocked");
        }

        private static String block(String card, String digits) {
            return "{\"encrypted_pin_block\":\"" + SANDBOX.pinBlock(card, digits) + "\"}";
        }
    }
}
