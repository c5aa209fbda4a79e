package dev.countersign.reconcile.domain.clearing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The network's settlement of single messages. */
class SingleMessageTest {

    private static final Money BILLED = Money.of(4_000, "EUR");

    @Test
    void isSettledForWhatIsPostedOfIt() {
        assertThat(settled(Settlement.NONE).networkMoney(BILLED, 10_000)).isEqualTo(BILLED);
        assertThat(settled(in("EUR", 10_000L)).networkMoney(BILLED, 10_000)).isEqualTo(BILLED);
        assertThat(settled(in("USD", null)).networkMoney(BILLED, 10_000)).isEqualTo(BILLED);
    }

    @Test
    void isSettledInAnotherCurrencyInProportionToWhatWasAskedFor() {
        SingleMessage single = settled(in("USD", 11_000L));

        assertThat(single.networkMoney(BILLED, 4_000)).isEqualTo(Money.of(11_000, "USD"));
        assertThat(single.networkMoney(BILLED, 10_000)).isEqualTo(Money.of(4_400, "USD"));
        assertThat(settled(in("USD", -11_000L)).networkMoney(BILLED, 10_000))
                .isEqualTo(Money.of(4_400, "USD"));
    }

    @Test
    void keepsTheCurrencyOfItsInterchangeWhereItIsInNoCycle() {
        SingleMessage single = settled(in("USD", 11_000L)).inNoCycle();

        assertThat(single.settlement()).isEqualTo(Settlement.NONE);
        assertThat(single.interchangeCurrency()).isEqualTo("USD");
    }

    private static Settlement in(String currency, @Nullable Long minor) {
        return new Settlement(null, null, null, null, currency, minor);
    }

    private static SingleMessage settled(Settlement settlement) {
        return new SingleMessage(new TransactionId(new UUID(0, 1)), -50L, null, settlement);
    }
}
