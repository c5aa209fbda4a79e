package dev.countersign.facade.console.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.console.breaks.Comparison.Line;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Totals of two sides, in the decimals of their currency and beside each other. */
class ComparisonTest {

    private static ObjectNode detail(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }

    @Test
    void putsTheNetworksTotalsBesideOurs() {
        ObjectNode detail =
                detail(
                        """
                        {"network": "visa", "cycle": 1, "net_difference": -100,
                         "differences": {"debit_count": {"ours": 12345, "network": 12344},
                                         "debit_minor": {"ours": 1234567, "network": 1234467}}}
                        """);

        assertThat(Comparison.take(detail, "EUR"))
                .isEqualTo(
                        new Comparison(
                                "Ours",
                                "The network’s",
                                List.of(
                                        new Line("Debit records", "12,345", "12,344", "−1"),
                                        new Line(
                                                "Debit",
                                                "12,345.67 EUR",
                                                "12,344.67 EUR",
                                                "−1.00 EUR"))));
        assertThat(Finding.of(detail.toString(), "EUR"))
                .extracting(Finding::name)
                .containsExactly("Network", "Cycle");
    }

    @Test
    void hasTheDigitsOfTheCurrency() {
        assertThat(
                        Comparison.take(detail("{\"bank\": 1234567, \"network\": 1234000}"), "BHD")
                                .lines())
                .containsExactly(new Line("Moved", "1,234.000 BHD", "1,234.567 BHD", "0.567 BHD"));
        assertThat(
                        Comparison.take(
                                        detail(
                                                "{\"from_transactions\": 500, \"from_messages\": 700}"),
                                        "JPY")
                                .lines())
                .containsExactly(new Line("Counted", "700 JPY", "500 JPY", "−200 JPY"));
    }

    /** The trailer of a file adds up several currencies, if they are in it. */
    @Test
    void leavesTheSumsOfAFileWithoutACurrencyInMinorUnits() {
        Comparison compared =
                Comparison.take(
                        detail(
                                "{\"differences\": {\"credit_minor\": {\"trailer\": 5000,"
                                        + " \"records\": 4000}}}"),
                        null);

        assertThat(compared.first()).isEqualTo("The records");
        assertThat(compared.lines()).containsExactly(new Line("Credit", "4,000", "5,000", "1,000"));
    }

    @Test
    void isNotMadeOfWhatHasOneSide() {
        assertThat(Comparison.take(detail("{\"network\": \"visa\", \"file_id\": \"F1\"}"), "EUR"))
                .isNull();
    }
}
