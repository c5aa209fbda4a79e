package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import org.junit.jupiter.api.Test;

/** A caller who guesses at the number of a card by PIN blocks. */
class PinAttemptsIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiCaller SANDBOX = PRODUCT.caller(Mode.SANDBOX);

    private final ApiCaller guesser = PRODUCT.callerWithNewKey(Mode.SANDBOX);

    @Test
    void isToldFiveTimesThatABlockIsInvalidAndThenToWait() throws Exception {
        String card = SANDBOX.card("physical");
        String path = "/cards/" + card + "/pin";
        String wrong = body(SANDBOX.card("physical"));
        double limited = limited();
        for (int i = 0; i < 5; i++) {
            Reply refused = guesser.put(path, wrong);
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.text("/error/code")).isEqualTo("pin_block_invalid");
        }

        Reply refused = guesser.put(path, body(card));

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("/error/type")).isEqualTo("rate_limit");
        assertThat(refused.text("/error/code")).isEqualTo("too_many_requests");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(30, 60);
        assertThat(SANDBOX.put(path, body(card)).status())
                .as("of the card, by whichever key")
                .isEqualTo(429);
        assertThat(guesser.get(path).text("/status")).isEqualTo("not_set");
        assertThat(guesser.put("/cards/" + SANDBOX.card("physical") + "/pin", wrong).status())
                .as("by the key, of whichever card")
                .isEqualTo(429);
        assertThat(limited()).isGreaterThanOrEqualTo(limited + 3);
    }

    @Test
    void isToldWhatElseIsWrongFirst() {
        String path = "/cards/" + SANDBOX.card("physical") + "/pin";
        for (int i = 0; i < 5; i++) {
            assertThat(guesser.put(path, "{\"encrypted_pin_block\":\"1234\"}").status())
                    .isEqualTo(422);
        }

        assertThat(guesser.put("/cards/card_01M7YSV3XZ2JMX6WGWBVY4HZQ6/pin", "{}").status())
                .isEqualTo(404);
        assertThat(guesser.put(path, "{}").status()).isEqualTo(400);
        assertThat(guesser.put(path, "{\"encrypted_pin_block\":\"1234\"}").status()).isEqualTo(429);
    }

    private static String body(String card) {
        return "{\"encrypted_pin_block\":\"" + SANDBOX.pinBlock(card, "4071") + "\"}";
    }

    private static double limited() throws Exception {
        return PRODUCT.metrics()
                .lines()
                .filter(
                        line ->
                                line.startsWith(
                                        "countersign_pin_blocks_refused_total{mode=\"sandbox\","
                                                + "outcome=\"limited\"}"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf('}') + 1)))
                .sum();
    }
}
