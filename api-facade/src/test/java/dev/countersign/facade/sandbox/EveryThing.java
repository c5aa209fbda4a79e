package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All that the sandbox shows: each kind of thing changed in each way, and compared. */
final class EveryThing {

    private final ApiCaller sandbox;

    EveryThing(ApiCaller sandbox) {
        this.sandbox = sandbox;
    }

    /** Changes what a lifecycle leaves alone. */
    void change() {
        String customer = sandbox.customer();
        done(
                sandbox.patch(
                        "/customers/" + customer,
                        "{\"name\":{\"first\":\"Ada\"},\"metadata\":{\"a\":\"b\"}}"));
        String card = sandbox.card("virtual");
        String path = "/cards/" + card;
        done(sandbox.patch(path, "{\"cardholder\":{\"name\":\"ADA\"},\"metadata\":{\"k\":\"v\"}}"));
        done(sandbox.put(path + "/spending-controls", "{\"daily_limit\":5000}"));
        done(
                sandbox.put(
                        path + "/authorization-controls",
                        "{\"blocked_mccs\":[\"7995\"],\"allow_cash_withdrawal\":true}"));
        done(sandbox.put(path + "/3ds", "{\"enabled\":false,\"exemptions\":[\"low_value\"]}"));
        String token =
                sandbox.create(
                        path + "/wallet-tokens",
                        "{\"wallet\":\"apple_pay\",\"device_name\":\"phone\"}");
        advance("/test_helpers/wallet-tokens/" + token, "active");
        done(sandbox.post(path + "/freeze", ""));
        pay(card, 100);
        done(sandbox.post(path + "/unfreeze", ""));
        pay(card, 4_000);
        pay(card, 4_000);
        done(sandbox.delete(path + "/wallet-tokens/" + token));
        done(sandbox.post(path + "/replace", "{\"reason\":\"lost\"}"));
        plastic();
        funded();
    }

    private void plastic() {
        String card = sandbox.card("physical");
        String path = "/cards/" + card;
        String address =
                "{\"shipping_address\":{\"line1\":\"Via Roma 1\",\"city\":\"Roma\","
                        + "\"postal_code\":\"00100\",\"country\":\"IT\"}}";
        sandbox.create(path + "/physical-order", address);
        done(sandbox.post(path + "/physical-order/cancel", ""));
        sandbox.create(path + "/physical-order", address);
        for (String to : new String[] {"processing", "shipped", "delivered"}) {
            advance("/test_helpers" + path + "/physical-order", to);
        }
        done(sandbox.put(path + "/pin", pin(card, "1234")));
        for (int i = 0; i < 3; i++) {
            done(
                    sandbox.post(
                            "/test_helpers/authorizations",
                            "{\"card_id\":\"%s\",\"amount\":100,\"encrypted_pin_block\":\"%s\"}"
                                    .formatted(card, sandbox.pinBlock(card, "4321"))));
        }
        done(sandbox.post(path + "/pin/unblock", ""));
        done(sandbox.post(path + "/terminate", ""));
    }

    private void funded() {
        String card = sandbox.card("virtual");
        String customer = sandbox.get("/cards/" + card).text("/customer_id");
        String account =
                sandbox.create(
                        "/test_helpers/funding_accounts",
                        "{\"currency\":\"EUR\",\"balance\":5000,\"customer_id\":\""
                                + customer
                                + "\"}");
        pay(card, 4_000);
        pay(card, 4_000);
        done(
                sandbox.post(
                        "/test_helpers/funding_accounts/" + account + "/credit",
                        "{\"amount\":2500}"));
    }

    private String pin(String card, String pin) {
        return "{\"encrypted_pin_block\":\"" + sandbox.pinBlock(card, pin) + "\"}";
    }

    private void pay(String card, long amount) {
        done(sandbox.pay(card, amount));
    }

    private void advance(String path, String to) {
        done(sandbox.post(path + "/advance", "{\"to\":\"" + to + "\"}"));
    }

    private static void done(Reply reply) {
        assertThat(reply.status()).as(String.valueOf(reply.body())).isBetween(200, 204);
    }

    /** Compares all that GET shows with what a reader of the events knows. */
    void assertShownAs(RebuiltBook rebuilt) {
        Map<String, JsonNode> cards = list("/cards?");
        assertThat(rebuilt.of("card")).isEqualTo(cards).isNotEmpty();
        assertThat(rebuilt.of("program")).isEqualTo(list("/programs?"));
        assertThat(rebuilt.of("customer")).isEqualTo(list("/customers?"));
        assertThat(rebuilt.of("transaction")).isEqualTo(list("/transactions?")).isNotEmpty();
        assertThat(rebuilt.of("dispute")).isEqualTo(list("/disputes?")).isNotEmpty();
        assertThat(rebuilt.of("funding_account").values())
                .isNotEmpty()
                .allSatisfy(
                        account ->
                                assertThat(
                                                sandbox.get(
                                                                "/test_helpers/funding_accounts/%s"
                                                                        .formatted(
                                                                                account.path("id")
                                                                                        .asString()))
                                                        .body())
                                        .isEqualTo(account));
        Map<String, JsonNode> tokens = new TreeMap<>();
        Map<String, JsonNode> controls = new TreeMap<>();
        Map<String, JsonNode> threeDs = new TreeMap<>();
        Map<String, JsonNode> pins = new TreeMap<>();
        for (String card : cards.keySet()) {
            String path = "/cards/" + card;
            tokens.putAll(list(path + "/wallet-tokens?"));
            controls.put(card, ofCard(card, sandbox.get(path + "/authorization-controls").body()));
            threeDs.put(card, ofCard(card, sandbox.get(path + "/3ds").body()));
            pins.put(card, sandbox.get(path + "/pin").body());
            Reply order = sandbox.get(path + "/physical-order");
            if (order.status() == 200) {
                assertThat(rebuilt.of("physical_card_order"))
                        .containsEntry(order.text("/id"), order.body());
            }
        }
        assertThat(rebuilt.of("wallet_token")).isEqualTo(tokens).isNotEmpty();
        assertThat(rebuilt.of("authorization_controls")).isEqualTo(controls);
        assertThat(rebuilt.of("three_ds")).isEqualTo(threeDs);
        assertThat(rebuilt.of("pin_status")).isEqualTo(pins);
        assertThat(rebuilt.of("physical_card_order")).hasSize(2);
    }

    /** Things that GET shows without saying of which card they are. */
    private static JsonNode ofCard(String card, JsonNode shown) {
        return ((ObjectNode) shown).put("card_id", card);
    }

    private Map<String, JsonNode> list(String path) {
        Map<String, JsonNode> all = new TreeMap<>();
        String after = "";
        while (true) {
            JsonNode page = sandbox.get(path + "limit=100" + after).body();
            page.path("data").forEach(each -> all.put(each.path("id").asString(), each));
            if (!page.path("has_more").booleanValue()) {
                return all;
            }
            after = "&starting_after=" + page.path("next_cursor").asString();
        }
    }
}
