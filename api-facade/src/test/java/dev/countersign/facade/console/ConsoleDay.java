package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.domain.account.Mode;
import java.time.Instant;
import java.util.List;

/**
 * A day with a purchase that cleared too high, one above what the day had left, and two messages
 * that cannot be read.
 *
 * @param bought the purchase that cleared
 */
record ConsoleDay(String card, String bought, String declined, String dispute) {

    static ConsoleDay of(TestProduct product) {
        ApiCaller caller = product.caller(Mode.SANDBOX);
        String card = caller.card("virtual");
        var limited =
                caller.put("/cards/" + card + "/spending-controls", "{\"daily_limit\":10000}");
        assertThat(limited.status()).isEqualTo(200);
        String bought = caller.buy(card, 6_000);
        String declined = caller.buy(card, 6_001);
        var cleared = caller.clear(bought, 9500);
        assertThat(cleared.status()).isEqualTo(202);
        caller.night();
        product.feed()
                .send(
                        List.of(
                                poison(
                                        card,
                                        "{\"schema_version\":9,\"note\":\"of another version\"}"),
                                poison(card, "{\"schema_version\":1,\"kind\":\"greeting\"}")));
        String dispute =
                caller.create(
                        "/disputes",
                        "{\"transaction_id\":\"" + bought + "\",\"reason\":\"fraud\"}");
        return new ConsoleDay(card, bought, declined, dispute);
    }

    private static SimulatedMessage poison(String card, String text) {
        return new SimulatedMessage(Instant.EPOCH, card, text, false);
    }
}
