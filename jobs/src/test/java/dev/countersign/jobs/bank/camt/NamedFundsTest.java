package dev.countersign.jobs.bank.camt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The funding account that payments name, however a bank writes it. */
class NamedFundsTest {

    private static final String ONE = "fund_01KAJ2V5R8W4Y6Z0B1C2D3E4F5";
    private static final String OTHER = "fund_01KAJ2V5R8W4Y6Z0B1C2D3E4F6";

    private final NamedFunds funds = new NamedFunds();

    @ParameterizedTest
    @CsvSource({
        "fund_01KAJ2V5R8W4Y6Z0B1C2D3E4F5,                          is it",
        "'Top up, FUND_01KAJ2V5R8W4Y6Z0B1C2D3E4F5. Thanks',        in capitals inside a text",
        "fund-01kaj2v5r8w4y6z0b1c2d3e4f5,                          with a sign that SEPA has",
        "FUND 01KAJ2V5R8W4Y6Z0B1C2D3E4F5,                          with a space",
        "FUND01KAJ2V5R8W4Y6Z0B1C2D3E4F5,                           with none",
    })
    void isNamed(String text, String unusedHow) {
        assertThat(named(List.of(text))).isEqualTo(ONE);
    }

    @ParameterizedTest
    @CsvSource({
        "refund_01KAJ2V5R8W4Y6Z0B1C2D3E4F5,     within another word",
        "fund_01KAJ2V5R8W4Y6Z0B1C2D3E4F,        one letter short",
        "fund_01KAJ2V5R8W4Y6Z0B1C2D3E4F55,      one letter too long",
        "fund_81KAJ2V5R8W4Y6Z0B1C2D3E4F5,       above the greatest id",
        "card_01KAJ2V5R8W4Y6Z0B1C2D3E4F5,       of something else",
    })
    void isNotNamed(String text, String unusedHow) {
        assertThat(named(List.of(text))).isNull();
        assertThat(funds.note()).isNull();
    }

    @Test
    void isNamedOverTheLinesOfATextAndByTheEndToEndId() {
        assertThat(named(List.of("Invoice 7 fund_01KAJ2V5R8W", "4Y6Z0B1C2D3E4F5 of May")))
                .isEqualTo(ONE);

        funds.begin();
        funds.text(List.of("Refs", "EndToEndId"), ONE);
        funds.text(List.of("Refs", "InstrId"), OTHER);
        funds.endPayment();
        assertThat(String.valueOf(funds.one())).isEqualTo(ONE);
    }

    @Test
    void isNotGuessedOfSeveralOrOfAPartOfTheEntry() {
        assertThat(named(List.of(ONE + " and " + OTHER))).isNull();
        assertThat(funds.note())
                .isEqualTo("It names several funding accounts: " + ONE + ", " + OTHER + ".");

        assertThat(named(List.of(ONE), List.of("rent"))).isNull();
        assertThat(funds.note()).isEqualTo("It names " + ONE + " in 1 of its 2 payments.");

        assertThat(named(List.of(ONE), List.of(ONE))).isEqualTo(ONE);
    }

    /** The account of an entry whose payments have these lines. */
    @SafeVarargs
    private @Nullable String named(List<String>... payments) {
        funds.begin();
        for (List<String> lines : payments) {
            funds.beginPayment();
            lines.forEach(line -> funds.text(List.of("RmtInf", "Ustrd"), line));
            funds.endPayment();
        }
        return funds.one() == null ? null : String.valueOf(funds.one());
    }
}
