package dev.countersign.jobs.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From gross to net, with the sums where people look for them. */
class WaterfallTest {

    private static final List<ComponentAmount> PARTS =
            List.of(
                    part(Component.INTERCHANGE, -173),
                    part(Component.PAID, -21_439),
                    part(Component.PURCHASE, 14_537),
                    part(Component.CASH, 10_000),
                    part(Component.FEE, 75),
                    part(Component.REFUND, -3_000));

    private static ComponentAmount part(Component component, long minor) {
        return new ComponentAmount("EUR", component, 1, BigDecimal.valueOf(minor));
    }

    @Test
    void goesFromGrossToNetInOneOrderWhateverTheOrderOfItsParts() {
        Waterfall waterfall = Waterfall.of("EUR", PARTS, BigDecimal.ZERO);

        assertThat(waterfall.steps())
                .extracting(step -> step.name() + " " + step.minor())
                .containsExactly(
                        "purchase 14537",
                        "cash 10000",
                        "refund -3000",
                        "gross 21537",
                        "interchange -173",
                        "fee 75",
                        "net of clearing 21439",
                        "paid -21439",
                        "movement of 2010, after payments 0");
        assertThat(waterfall.gross()).isEqualByComparingTo("21537");
        assertThat(waterfall.of(Component.FEE)).isEqualByComparingTo("75");
        assertThat(waterfall.of(Component.DISPUTE)).isEqualByComparingTo("0");
    }

    @Test
    void isProvedWhenTheLedgerSaysTheSame() {
        assertThat(Waterfall.of("EUR", PARTS, new BigDecimal("0.00")).proved()).isTrue();
        Waterfall off = Waterfall.of("EUR", PARTS, BigDecimal.ONE);

        assertThat(off.proved()).isFalse();
        assertThat(off.remainder()).isEqualByComparingTo("-1");
    }

    @Test
    void hasNoSumOfWhatIsBookedWhereNothingIs() {
        Waterfall waterfall =
                Waterfall.of("EUR", List.of(part(Component.PURCHASE, 5)), BigDecimal.valueOf(5));

        assertThat(waterfall.steps())
                .extracting(Waterfall.Step::name)
                .containsExactly("purchase", "gross", "net of clearing");
    }
}
