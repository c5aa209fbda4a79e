package dev.countersign.reconcile.domain.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.breaks.CreditPool.Part;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A record's money answers once, and what answered a purchase is kept for it. */
class CreditPoolTest {

    private static final Part REFUND = new Part(new UUID(0, 1), new UUID(2, 1));
    private static final UUID PURCHASE = new UUID(1, 1);
    private static final UUID OTHER_PURCHASE = new UUID(1, 2);

    private final CreditPool money = new CreditPool();

    @Test
    void isUsedUpByWhoeverTakesItFirst() {
        money.came(REFUND, 5_000, 0);

        assertThat(money.take(REFUND, PURCHASE, 3_000)).isEqualTo(3_000);
        assertThat(money.of(REFUND, OTHER_PURCHASE)).isEqualTo(2_000);
        assertThat(money.take(REFUND, OTHER_PURCHASE, 3_000)).isEqualTo(2_000);
        assertThat(money.of(REFUND, PURCHASE)).isZero();
    }

    @Test
    void isKeptForThePurchaseThatItAnswered() {
        money.came(REFUND, 5_000, 4_000);
        money.keeps(REFUND, PURCHASE, 4_000);

        assertThat(money.of(REFUND, PURCHASE)).isEqualTo(5_000);
        assertThat(money.of(REFUND, OTHER_PURCHASE)).isEqualTo(1_000);
        assertThat(money.take(REFUND, PURCHASE, 4_500)).isEqualTo(4_500);
        assertThat(money.of(REFUND, OTHER_PURCHASE)).isEqualTo(500);
    }

    @Test
    void isNothingWhereTheMerchantTookBackWhatHadAnswered() {
        money.came(REFUND, 1_000, 4_000);

        assertThat(money.of(REFUND, OTHER_PURCHASE)).isZero();
    }

    @Test
    void isOfOneTransactionAndNotOfTheOthersThatARecordTookBack() {
        Part further = new Part(REFUND.record(), OTHER_PURCHASE);
        money.came(REFUND, 400, 0);
        money.came(further, Long.MAX_VALUE, 0);
        money.keeps(further, OTHER_PURCHASE, 100);

        assertThat(money.take(REFUND, PURCHASE, 600)).isEqualTo(400);

        assertThat(money.of(further, PURCHASE)).isEqualTo(Long.MAX_VALUE);
        assertThat(money.of(further, OTHER_PURCHASE)).isEqualTo(Long.MAX_VALUE);
    }
}
